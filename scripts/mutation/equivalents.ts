import type { Mutant } from './mutants.ts'

/** A change that changes nothing that a caller can see. */
type Equivalent = {
  file: string
  /** What stands there, as far as it tells it from others. */
  original: string
  /** What it becomes; any change of `original` if absent. */
  replacement?: string
  reason: string
}

export const equivalents: Equivalent[] = [
  {
    file: 'src/query/lexer.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'the value of the token at the end is read by nothing: the parser looks at its kind',
  },
  {
    file: 'src/model/groups/group-list.ts',
    original: '(group) => group !== undefined',
    replacement: '() => undefined',
    reason: 'without the index the same groups are found by looking at all of them',
  },
  {
    file: 'src/model/store/rows.ts',
    original: 'present === past',
    replacement: 'false',
    reason: 'saves a look at each slot: in a chunk that two share none differs',
  },
  {
    file: 'src/query/compile.ts',
    original: 'equality.values.length >= SET_FROM',
    reason: 'from how many values on they are looked up in a set is a matter of time',
  },
  {
    file: 'src/query/compile.ts',
    original: 'equality !== undefined && equality.values.length >= SET_FROM',
    replacement: 'false',
    reason: 'from how many values on they are looked up in a set is a matter of time',
  },
  {
    file: 'src/query/compile.ts',
    original: 'value === wanted',
    replacement: 'false',
    reason: 'saves folding a text that is equal as it is',
  },
  {
    file: 'src/query/compile.ts',
    original: 'value.length <= wanted.length',
    replacement: 'true',
    reason: 'saves folding a text that cannot be equal; folded, it is not',
  },
  {
    file: 'src/query/compile.ts',
    original: 'first === lower || first === upper || first > 0x7f',
    replacement: 'true',
    reason: 'saves folding a text that cannot be equal; folded, it is not',
  },
  {
    file: 'src/query/compile.ts',
    original: 'first === lower || first === upper',
    replacement: 'true',
    reason: 'saves folding a text that cannot be equal; folded, it is not',
  },
  {
    file: 'src/query/compile.ts',
    original: 'first === lower',
    replacement: 'true',
    reason: 'saves folding a text that cannot be equal; folded, it is not',
  },
  {
    file: 'src/query/compile.ts',
    original: 'first === upper',
    replacement: 'true',
    reason: 'saves folding a text that cannot be equal; folded, it is not',
  },
  {
    file: 'src/query/compile.ts',
    original: 'first > 0x7f',
    replacement: 'true',
    reason: 'saves folding a text that cannot be equal; folded, it is not',
  },
  {
    file: 'src/query/compile.ts',
    original: 'first > 0x7f',
    replacement: 'first >= 0x7f',
    reason: 'saves folding a text that cannot be equal; folded, it is not',
  },
  {
    file: 'src/query/compile.ts',
    original: 'predicates.length === 2',
    replacement: 'false',
    reason: 'the way for two tests is quicker than the one for any number, which gives the same',
  },
  {
    file: 'src/query/expression/compile.ts',
    original: 'values.length === 2',
    replacement: 'false',
    reason: 'the way for two arguments is quicker than the one for any number, which gives the same',
  },
  {
    file: 'src/model/store/columns.ts',
    original: 'matchers.length === 2',
    replacement: 'false',
    reason: 'the way for two tests is quicker than the one for any number, which gives the same',
  },
  {
    file: 'src/model/store/secondary-index.ts',
    original: 'entry.size === 0',
    replacement: 'false',
    reason: 'a value that no record has any more takes memory, and finds none',
  },
  {
    file: 'src/query/sort.ts',
    original: 'this.#kept.length === this.#count',
    replacement: 'false',
    reason:
      'what comes after all that are kept is left out later, when they are cut to so many: to save time',
  },
  {
    file: 'src/query/sort.ts',
    original: 'a < b',
    replacement: 'a <= b',
    reason: 'two keys, or ids, that are the same are told before they are compared',
  },
  {
    file: 'src/authorization/authorize.ts',
    original: 'parameters !== given',
    replacement: 'true',
    reason: 'where there is no request object, the same parameters are read once more',
  },
  {
    file: 'src/model/groups/rule-engine.ts',
    original: 'compiled.set(value, expression)',
    reason: 'an expression that was compiled before is kept to save time; compiled again, it says the same',
  },
  {
    file: 'src/model/groups/rule-engine.ts',
    original: 'left.length === 1',
    replacement: 'false',
    reason: 'the way for one step is quicker than the one for any number, which does the same',
  },
  {
    file: 'src/model/groups/rule-engine.ts',
    original: 'groupIds.length === 0',
    replacement: 'false',
    reason: 'saves making a list that is as empty',
  },
  {
    file: 'src/model/groups/rule-engine.ts',
    original: 'plan.readersOfAnyGroup.length === 0',
    replacement: 'false',
    reason: 'saves making a list that is the same',
  },
  {
    file: 'src/model/groups/rule-engine.ts',
    original: 'named.length === 0',
    replacement: 'false',
    reason: 'saves making a list that is the same',
  },
  {
    file: 'src/model/groups/rule-plan.ts',
    original: 'concerned.length === 0',
    replacement: 'false',
    reason: 'saves making a list that is the same',
  },
  {
    file: 'src/model/groups/apps.ts',
    original: 'this.assignments.size === 0',
    replacement: 'false',
    reason: 'saves looking at groups of a user where nothing is assigned to anybody',
  },
  {
    file: 'src/model/groups/rule-engine.ts',
    original: 'rule.excluded.size > 0',
    replacement: 'true',
    reason: 'saves looking for a user among the excluded where there are none',
  },
  {
    file: 'src/model/oauth/access-tokens.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a token is found under one key more, which is the id of nothing',
  },
  {
    file: 'src/model/groups/rule-engine.ts',
    original: 'plan.steps.length === 0',
    replacement: 'false',
    reason: 'where there are no rules, none is run in vain: to save time for every write of a user',
  },
  {
    file: 'src/model/groups/rule-engine.ts',
    original: 'steps.length === 0',
    replacement: 'false',
    reason: 'members of a group that no rule reads are not gone through in vain: to save time',
  },
  {
    file: 'src/model/groups/group-list.ts',
    original: '{\n    return [...new Set(groups)].sort((a, b) => this.#place(a) - this.#place(b))\n  }',
    reason: 'without the index the same groups are found by looking at all of them',
  },
  {
    file: 'src/model/store/cursor.ts',
    original: 'known !== undefined',
    replacement: 'false',
    reason: 'a seal that was made before is kept to save time; made again, it is the same',
  },
  {
    file: 'src/model/store/cursor.ts',
    original: 'seals.size >= MOST_SEALS',
    reason: 'seals are kept to save time, and forgotten to save memory; made again, they are the same',
  },
  {
    file: 'src/model/store/rows.ts',
    original: 'this.#chunks.length === 0',
    replacement: 'false',
    reason: 'the first chunk is put into a list of one place, or into the first place of a longer one',
  },
  {
    file: 'src/model/store/rows.ts',
    original: 'chunk !== undefined && this.#owned[index] === true',
    replacement: 'false',
    reason: 'a chunk that nobody else holds is copied once more, which takes time and changes nothing',
  },
  {
    file: 'src/model/oauth/signing-keys.ts',
    original: '{\n      return undefined\n    }',
    reason: 'a function that ends without a return answers undefined too',
  },
  {
    file: 'src/model/groups/group-list.ts',
    original:
      "{\n        return this.#byCreation(values.flatMap((name) => this.#collection.allBy('name', fold(String(name)))))\n      }",
    reason: 'without the index the same groups are found by looking at all of them',
  },
  {
    file: 'src/model/groups/rule-engine.ts',
    original: 'before?.profile === after.profile',
    replacement: 'false',
    reason: 'saves comparing attribute by attribute: of a profile that is the very same none is another',
  },
  {
    file: 'src/model/kernel/ids.ts',
    original: 'chosen.size === 0',
    replacement: 'false',
    reason: 'saves a look among chosen ids where there are none',
  },
  {
    file: 'src/model/users/one-time-tokens.ts',
    original: 'kept.length > 0',
    replacement: 'true',
    reason: 'an empty list of tokens reads like none',
  },
  {
    file: 'src/model/users/one-time-tokens.ts',
    original: 'kept.length > 0',
    replacement: 'kept.length >= 0',
    reason: 'an empty list of tokens reads like none',
  },
  {
    file: 'src/model/store/sequence-set.ts',
    original: 'last.length < BLOCK_LIMIT',
    reason: 'how long a block is says how long it takes to find something in it, not what is in it',
  },
  {
    file: 'src/model/store/sequence-set.ts',
    original: 'block.length > BLOCK_LIMIT',
    reason: 'how long a block is says how long it takes to find something in it, not what is in it',
  },
  {
    file: 'src/model/store/indexed-collection.ts',
    original: 'snapshot.rows.last > 0',
    replacement: 'snapshot.rows.last >= 0',
    reason: 'a table that has no rows is made a little earlier',
  },
  {
    file: 'src/model/store/column.ts',
    original: 'this.#values.length > 2 * this.#upTo + fewest',
    replacement: 'this.#values.length >= 2 * this.#upTo + fewest',
    reason: 'a column is made anew to save memory, one value sooner; it tells the same',
  },
  {
    file: 'src/model/access/struck-out.ts',
    original: 'text.length <= shortestWord || !severalWords.test(text)',
    replacement: 'false',
    reason: 'saves a look at the words: a text of one word is none of those that are asked about below',
  },
  {
    file: 'src/model/access/struck-out.ts',
    original: 'knownNames.size >= mostKnown',
    reason: 'what was found of names is forgotten to save memory; found again, it is the same',
  },
  {
    file: 'src/model/org-state.ts',
    original: 'base && !ofPart',
    replacement: 'false',
    reason: 'a part of which no row differs is taken as it was; made anew of no rows, it is the same',
  },
  {
    file: 'src/model/access/journal.ts',
    original: 'this.#first > 1000 && this.#first * 2 > this.#kept.length',
    reason: 'entries are moved to save memory, a little earlier or later; the same are kept',
  },
  {
    file: 'src/model/access/journal.ts',
    original: 'this.#first > 1000',
    reason: 'entries are moved to save memory, a little earlier or later; the same are kept',
  },
  {
    file: 'src/model/access/journal.ts',
    original: 'this.#first * 2 > this.#kept.length',
    reason: 'entries are moved to save memory, a little earlier or later; the same are kept',
  },
  {
    file: 'src/model/access/journal.ts',
    original: 'this.#listeners.size === 0',
    replacement: 'false',
    reason: 'saves making what nobody hears',
  },
  {
    file: 'src/model/kernel/clock.ts',
    original: '!isTellable(moment)',
    replacement: 'true',
    reason: 'a moment that can be told is read as itself, which takes time',
  },
  {
    file: 'src/model/users/password/bcrypt.ts',
    original: 'hash.workFactor > quickWorkFactor',
    reason: 'both queues hash alike; which of them waits for others is a matter of time',
  },
  {
    file: 'src/model/users/password/pbkdf2.ts',
    original: '!subtle',
    replacement: 'false',
    reason: "without the platform's own the call throws, and is then answered by the library just the same",
  },
  {
    file: 'src/model/users/password/pbkdf2.ts',
    original: '{\n    return undefined\n  }',
    reason: 'a function that ends without a return answers undefined too',
  },
  {
    file: 'src/model/users/user-collection.ts',
    original: '!known',
    reason: 'a provider is kept once to save memory; another object that is equal reads the same',
  },
  {
    file: 'src/model/users/user-collection.ts',
    original: 'providers.set(key, provider)',
    reason: 'a provider is kept once to save memory; another object that is equal reads the same',
  },
  {
    file: 'src/contract/plain-profile.ts',
    original: 'ascending[at - 1] === number',
    replacement: 'false',
    reason: 'a property that is looked at twice, which takes time, is read the same',
  },
  {
    file: 'src/model/users/user-list.ts',
    original: 'found.every((user) => user !== undefined)',
    replacement: 'false',
    reason: 'without the index the same users are found by looking at all of them',
  },
  {
    file: 'src/model/users/user-list.ts',
    original: 'found',
    replacement: 'false',
    reason: 'without the index the same users are found by looking at all of them',
  },
  {
    file: 'src/model/users/user-list.ts',
    original: "this.#collection.countBy('status', status) > this.#collection.size / 8",
    reason: 'whether an index or a look at all users finds those of a status is a matter of time',
  },
  {
    file: 'src/model/users/user-list.ts',
    original: 'this.#collection.size / 8',
    reason: 'whether an index or a look at all users finds those of a status is a matter of time',
  },
  {
    file: 'src/model/users/user-list.ts',
    original: 'users.length < 2',
    replacement: 'false',
    reason: 'a list of one is in order: to save time',
  },
  {
    file: 'src/model/users/user-list.ts',
    original: 'unique.length < 2',
    replacement: 'false',
    reason: 'a list of one is in order: to save time',
  },
  {
    file: 'src/model/users/user-list.ts',
    original: '!columns.areWorthIt',
    reason:
      'what columns find is found by looking at all users: which is quicker depends on how many there are',
  },
  {
    file: 'src/model/users/sessions.ts',
    original: 'own?.size === 0',
    replacement: 'false',
    reason: 'a user with an empty set of sessions, which takes memory, has none',
  },
  {
    file: 'src/handlers/dispatcher.ts',
    original: '{ operation: operation.name }',
    reason: 'each operation has a handler; what is said without one is for who adds an operation',
  },
  {
    file: 'src/handlers/fetch.ts',
    original: "method !== 'HEAD'",
    replacement: 'true',
    reason: 'a HEAD request has no body (Fetch, Request): read, it is empty',
  },
  {
    file: 'src/handlers/call.ts',
    original: '!pages',
    replacement: 'true',
    reason: 'what was found of a page is kept to save time; found again, it is the same',
  },
  {
    file: 'src/handlers/call.ts',
    original: 'pages.set(query, page)',
    reason: 'what was found of a page is kept to save time; found again, it is the same',
  },
  {
    file: 'src/handlers/parse-input.ts',
    original: 'Object.keys(implied).length === 0',
    replacement: 'Object.keys(implied).length !== 0',
    reason:
      'what was read of a query is kept to save time; an operation has one alias at most, whose queries are then kept by themselves',
  },
  {
    file: 'src/handlers/msw.ts',
    original: "'GET'",
    replacement: '""',
    reason: 'a path that is known is known whatever the method, which is all that is asked',
  },
  {
    file: 'src/views/user-view.ts',
    original: '[]',
    reason: 'a page that is none is nobody’s, and the first to be thrown out',
  },
  {
    file: 'src/views/user-view.ts',
    original: 'this.#pages.length >= pagesKept',
    reason: 'texts of pages are kept to save time, as many as save some; written again, they are the same',
  },
  {
    file: 'src/views/user-view.ts',
    original: 'users.length >= worthKeeping',
    reason: 'texts of pages are kept to save time, as many as save some; written again, they are the same',
  },
  {
    file: 'src/views/recent-texts.ts',
    original: 'this.#young.size >= generation',
    reason: 'texts are kept to save time, and forgotten to save memory; written again, they are the same',
  },
  {
    file: 'src/views/session-view.ts',
    original: "'FAILURE'",
    replacement: '""',
    reason: 'a failure has no session, and is then answered as it is all the same',
  },
  {
    file: 'src/fixtures/seed/export.ts',
    original: 'round < 20',
    replacement: 'round <= 20',
    reason: 'a bound, should there be no end: no seed comes near it',
  },
  {
    file: 'src/pact/exchange.ts',
    original: 'this.#entries.delete(requestIdOf(actual))',
    reason: 'what was told of is forgotten to save memory, and asked for by nothing',
  },
  {
    file: 'src/pact/before.ts',
    original: '{\n    return undefined\n  }',
    reason: 'a function that ends without a return answers undefined too',
  },
  {
    file: 'src/pact/choices.ts',
    original: "'{}'",
    replacement: '""',
    reason: 'the reply has another status, by which it does not fit, whatever its body is',
  },
  {
    file: 'src/pact/choices.ts',
    original: '{\n    return undefined\n  }',
    reason: 'a function that ends without a return answers undefined too',
  },
  {
    file: 'src/cli/commands/openapi.ts',
    original: 'baseUrl === undefined',
    replacement: 'false',
    reason: 'an option that is undefined has its default, as one that is absent',
  },
  {
    file: 'src/cli/commands/openapi.ts',
    original: 'word === undefined',
    replacement: 'false',
    reason: 'an option that is undefined has its default, as one that is absent',
  },
  {
    file: 'src/cli/commands/openapi.ts',
    original: 'sessionCookie === undefined',
    replacement: 'false',
    reason: 'an option that is undefined has its default, as one that is absent',
  },
  {
    file: 'src/cli/commands/openapi.ts',
    original: 'aliases === undefined',
    replacement: 'false',
    reason: 'an option that is undefined has its default, as one that is absent',
  },
  {
    file: 'src/cli/commands/seed.ts',
    original: 'users === undefined',
    replacement: 'false',
    reason: 'an option that is undefined has its default, as one that is absent',
  },
  {
    file: 'src/cli/commands/seed.ts',
    original: 'idSeed === undefined',
    replacement: 'false',
    reason: 'an option that is undefined has its default, as one that is absent',
  },
  {
    file: 'src/cli/commands/pact/check.ts',
    original: 'word === undefined',
    replacement: 'false',
    reason: 'an option that is undefined has its default, as one that is absent',
  },
  {
    file: 'src/cli/commands/pact/verify.ts',
    original: 'seed === undefined',
    replacement: 'false',
    reason: 'an option that is undefined has its default, as one that is absent',
  },
  {
    file: 'src/cli/commands/pact/verify.ts',
    original: 'word === undefined',
    replacement: 'false',
    reason: 'an option that is undefined has its default, as one that is absent',
  },
  {
    file: 'src/transfer/commands.ts',
    original: 'insecure === undefined',
    replacement: 'false',
    reason: 'an option that is undefined has its default, as one that is absent',
  },
  {
    file: 'src/transfer/commands.ts',
    original: 'rps === undefined',
    replacement: 'false',
    reason: 'an option that is undefined has its default, as one that is absent',
  },
  {
    file: 'src/transfer/commands.ts',
    original: 'concurrency === undefined',
    replacement: 'false',
    reason: 'an option that is undefined has its default, as one that is absent',
  },
  {
    file: 'src/transfer/commands.ts',
    original: 'rateLimitBudget === undefined',
    replacement: 'false',
    reason: 'an option that is undefined has its default, as one that is absent',
  },
  {
    file: 'src/server/http.ts',
    original: '!isRead',
    replacement: 'true',
    reason: 'what is as by default is right, and is not looked at to save time',
  },
  {
    file: 'src/server/http-server.ts',
    original: "{\n    answer(front, incoming, response, '')\n    return\n  }",
    replacement: '{}',
    reason: 'a body that is not there is read to its end at once, and is empty',
  },
  {
    file: 'src/handlers/router.ts',
    original: 'this.#last?.path === path && this.#last.method === method',
    replacement: 'false',
    reason: 'what was found last is kept to save time; found again, it is the same',
  },
  {
    file: 'src/handlers/router.ts',
    original: "'%'",
    replacement: '""',
    reason: 'a segment without a percent sign decodes to itself',
  },
  {
    file: 'src/server/http-server.ts',
    original: "incoming.method === 'HEAD'",
    replacement: 'false',
    reason: 'Node sends no body in answer to HEAD; none is written, to save time',
  },
  {
    file: 'src/fixtures/seed/load-user-state.ts',
    original: 'named.length === 0',
    replacement: 'false',
    reason: 'a user of whom nothing is another is not written, to save time',
  },
  {
    file: 'src/server/host-check.ts',
    original: 'this.#last?.host !== host',
    replacement: 'true',
    reason: 'what was found of the last host is kept to save time; found again, it is the same',
  },
  {
    file: 'src/server/host-check.ts',
    original: 'name.length === 4',
    replacement: 'true',
    reason: 'saves spelling names of other lengths in lower case: none of them is host',
  },
  {
    file: 'src/server/turns.ts',
    original: 'waiting.length >= mostWaiting',
    replacement: 'true',
    reason: 'asked again before the connection is held',
  },
  {
    file: 'src/server/turns.ts',
    original: 'waiting.length === 1',
    replacement: 'true',
    reason: 'told twice that a reply has left, it finds nothing more to start the second time',
  },
  {
    file: 'src/server/list-buffers.ts',
    original: 'one === other',
    replacement: 'false',
    reason: 'the same list has the same elements',
  },
  {
    file: 'src/server/list-buffers.ts',
    original: 'items.length >= mostRemembered',
    reason: 'lists are remembered to save time, as many as save some; written again, they are the same',
  },
  {
    file: 'src/server/list-buffers.ts',
    original: 'items.shift()',
    reason: 'lists are forgotten to save memory',
  },
  {
    file: 'src/server/list-buffers.ts',
    original: 'kept.length < mostKept',
    reason: 'buffers are kept to save time, and let go to save memory',
  },
  {
    file: 'src/server/list-buffers.ts',
    original: 'kept.push(buffer)',
    reason: 'buffers are kept to save time; a fresh one holds the same',
  },
  {
    file: 'src/handlers/call.ts',
    original: 'known?.limit === limit && known.next === next',
    replacement: 'false',
    reason: 'what was found of a page is kept to save time; found again, it is the same',
  },
  {
    file: 'src/handlers/call.ts',
    original: 'known?.position !== undefined',
    replacement: 'false',
    reason: 'a cursor that was read before is kept to save time; read again, it says the same',
  },
  {
    file: 'src/handlers/call.ts',
    original: 'query.length <= longestKnown',
    reason:
      'what was found of a page is kept to save time, where that is little; found again, it is the same',
  },
  {
    file: 'src/handlers/call.ts',
    original: 'pages.size >= mostKnown',
    reason: 'pages are forgotten to save memory; found again, they are the same',
  },
  {
    file: 'src/handlers/parse-input.ts',
    original: 'known.size >= mostKnown',
    reason: 'what was read of queries is forgotten to save memory; read again, it is the same',
  },
  {
    file: 'src/handlers/parse-input.ts',
    original: 'query.length <= longestKnown',
    reason: 'what was read of a query is kept to save time, where that is little; read again, it is the same',
  },
  {
    file: 'src/handlers/dispatcher.ts',
    original: 'second !== this.#dateSecond',
    replacement: 'true',
    reason: 'the text of a second is kept to save time; written again, it is the same',
  },
  {
    file: 'src/handlers/parse-input.ts',
    original: 'query.length <= longestKnown && Object.keys(implied).length === 0',
    replacement: 'false',
    reason: 'what was read of a query is kept to save time; read again, it is the same',
  },
  {
    file: 'src/handlers/parse-input.ts',
    original: 'isShort',
    replacement: 'false',
    reason: 'what was read of a query is kept to save time; read again, it is the same',
  },
  {
    file: 'src/handlers/parse-input.ts',
    original: 'read',
    replacement: 'false',
    reason: 'what was read of a query is kept to save time; read again, it is the same',
  },
  {
    file: 'src/handlers/parse-input.ts',
    original: 'isEncoded',
    replacement: 'true',
    reason: 'a text without signs of encoding decodes to itself',
  },
  {
    file: 'src/handlers/parse-input.ts',
    original: 'isEncoded && !isPlainQuery(query)',
    replacement: 'true',
    reason: 'URLSearchParams reads every query the same way, and takes longer',
  },
  {
    file: 'src/handlers/parse-input.ts',
    original: "pair !== ''",
    replacement: 'true',
    reason: 'a parameter without a name is none of any operation',
  },
  {
    file: 'src/server/serve-command.ts',
    original: 'token === undefined',
    replacement: 'false',
    reason: 'an option that is undefined is one that was left out',
  },
  {
    file: 'src/worker/front.ts',
    original: "'show'",
    replacement: '""',
    reason: 'what is no other task shows the organisation',
  },
  {
    file: 'src/worker/front.ts',
    original: 'input === undefined',
    replacement: 'false',
    reason: 'a body that is undefined is none',
  },
  {
    file: 'src/handlers/msw.ts',
    original: 'this.#known.set(this.#last.request, this.#last.match)',
    reason: 'where a request leads is kept to save time; found again, it is the same',
  },
  {
    file: 'src/handlers/msw.ts',
    original: 'this.#last?.request === request',
    replacement: 'false',
    reason: 'where a request leads is kept to save time; found again, it is the same',
  },
  {
    file: 'src/model/access/faults.ts',
    original: 'spec.from === undefined && spec.until === undefined',
    replacement: 'false',
    reason: 'saves asking for the time where nothing depends on it',
  },
  {
    file: 'src/views/recent-texts.ts',
    original: 'this.#young.set(record, text)',
    reason: 'texts are kept to save time; written again, they are the same',
  },
  {
    file: 'src/handlers/msw.ts',
    original: 'before',
    replacement: 'false',
    reason: 'the class of handlers is kept to save time; made again, its handlers do the same',
  },
  {
    file: 'src/handlers/msw.ts',
    original: 'made.set(base, now)',
    reason: 'the class of handlers is kept to save time; made again, its handlers do the same',
  },
  {
    file: 'src/handlers/msw.ts',
    original: 'this.#matches.done(request)',
    reason: 'a request that was answered is let go to save memory',
  },
  {
    file: 'src/model/access/struck-out.ts',
    original: 'known !== undefined',
    replacement: 'false',
    reason: 'what was found of names is kept to save time; found again, it is the same',
  },
  {
    file: 'src/model/access/struck-out.ts',
    original: 'name.length <= longestKnown',
    reason: 'what was found of names is kept to save time, where that is little; found again, it is the same',
  },
  {
    file: 'src/model/access/struck-out.ts',
    original: 'knownNames.set(name, isSecret)',
    reason: 'what was found of names is kept to save time; found again, it is the same',
  },
  {
    file: 'src/model/access/struck-out.ts',
    original: 'knownNames.clear()',
    reason: 'what was found of names is forgotten to save memory; found again, it is the same',
  },
  {
    file: 'src/model/access/recent-changes.ts',
    original: 'this.#first < mostGaps',
    reason: 'entries are moved to save memory, a little earlier or later; the same are kept',
  },
  {
    file: 'src/model/access/recorder.ts',
    original: 'count === 1',
    replacement: 'false',
    reason: 'a change that is kept as a batch of one reads the same',
  },
  {
    file: 'src/handlers/query-text.ts',
    original: '!plain.test(query) || !plainValue.test(value) || hasLooseEnds(query)',
    replacement: 'true',
    reason: 'URLSearchParams does the same, and takes longer',
  },
  {
    file: 'src/handlers/query-text.ts',
    original: '!plainValue.test(value)',
    replacement: 'true',
    reason: 'URLSearchParams does the same, and takes longer',
  },
  {
    file: 'src/handlers/query-text.ts',
    original:
      "!plain.test(query) ||\n    hasLooseEnds(query) ||\n    pairsOf(query).some((pair) => nameOf(pair).includes('%'))",
    replacement: 'true',
    reason: 'URLSearchParams does the same, and takes longer',
  },
  {
    file: 'src/handlers/msw.ts',
    original: '!isPromise(match)',
    reason: 'where a request leads is kept to save time; found again, or waited for again, it is the same',
  },
  {
    file: 'src/handlers/fetch.ts',
    original: "method !== 'GET'",
    replacement: 'true',
    reason: 'a GET or HEAD request has no body (Fetch, Request): read, it is empty',
  },
  {
    file: 'src/handlers/fetch.ts',
    original: "method !== 'GET' && method !== 'HEAD'",
    replacement: 'true',
    reason: 'a GET or HEAD request has no body (Fetch, Request): read, it is empty',
  },
  {
    file: 'conformance/report/diff.ts',
    original: "other?.verdict !== 'pass'",
    replacement: 'true',
    reason: 'of two verdicts that differ, one of which is pass, the other is not',
  },
  {
    file: 'conformance/engine/pace.ts',
    original: 'start > now',
    replacement: 'start >= now',
    reason: 'a wait of no time is none',
  },
  {
    file: 'conformance/engine/patient-sender.ts',
    original: 'performance.now() - begun < patienceWithSilence',
    replacement: 'performance.now() - begun <= patienceWithSilence',
    reason:
      'it asks once more if its clock, which counts fractions of a millisecond, stands at the end to the last of them',
  },
  {
    file: 'conformance/engine/transport.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'the first part of what an expression found is read by nothing',
  },
  {
    file: 'conformance/engine/routes.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'each route has a method and a path',
  },
]

/** Why a change changes nothing, if it is one of those. */
export function reasonOf(mutant: Mutant): string | undefined {
  return equivalents.find(
    ({ file, original, replacement }) =>
      mutant.file === file &&
      mutant.original === original &&
      (replacement === undefined || mutant.replacement === replacement),
  )?.reason
}
