import { about, type Interpretation } from './interpretation.ts'
import { groupWrites, ruleWrites } from './operation-groups.ts'

/** Replies about rules. */
const ruleReplies = /^(?:rules|(?:de)?activateGroupRule|updateGroupRule)/

/** A rule whose group was deleted, in recordings without INVALID: by its status, and by an error. */
const otherRuleOfDeletedGroup = {
  verdict: 'silent',
  says: 'What a rule becomes when its group is deleted is not shown.',
  value: 'described',
} as const

/** Choices about groups, their lists, membership, rules and applications. */
export const groupInterpretations: readonly Interpretation[] = [
  ...about('groups', {
    'group-page-sizes': {
      operations: ['listGroups'],
      question:
        'Groups, Limits, gives the group list defaults of 10000, about 200, 10 and 300, and a maximum of 200.',
      choice:
        'No filter, search or q: default 200. filter or search: default 10. q: default and maximum 300. Everything but q: maximum 200; a limit above the maximum counts as the maximum.',
      evidence:
        'The one reading that fits all sentences but the 10000. There "a query" is filter or search, and q has its own row.',
    },
    'member-page-maximum': {
      operations: ['listGroupUsers'],
      question: 'Groups, Limits, gives group members a default of 1000 and no maximum.',
      choice: 'The maximum is 1000.',
      evidence: 'A default is never above a maximum.',
    },
    'group-app-page-maximum': {
      operations: ['listGroupApps'],
      question: 'Groups, Limits, gives the applications of a group a default of 20 and no maximum.',
      choice: 'The maximum is 200.',
      evidence: 'The other lists with a default of 20 have this maximum (Clients and Users, Limits).',
    },
    'group-q-after': {
      operations: ['listGroups'],
      question: 'Paging and q exclude each other (Groups); what is answered to both.',
      choice: 'after with q is refused with E0000029. A list asked for with q carries no Link header.',
      evidence: 'Recorded traffic has no Link header there.',
    },
    'group-sort-without-search': {
      operations: ['listGroups'],
      question: 'sortBy is for search only (Groups); what it does without one.',
      choice: 'It is ignored.',
      evidence: 'As sortOrder without sortBy is ignored.',
    },
    'group-expand': {
      operations: ['listGroups'],
      question: 'Content of _embedded for expand=stats and expand=app: not shown.',
      choice:
        'stats: usersCount, appsCount, groupPushMappingsCount, hasAdminPrivilege (false) and links. app, on an APP_GROUP only: the application record that Groups lists. Without expand there is no _embedded.',
      evidence: 'The newest description of the service names usersCount; the rest is ours.',
      alternatives: [
        {
          of: /^listGroups$/,
          reply: { what: 'members of _embedded of a group', members: { _embedded: {} } },
        },
      ],
    },
    'group-self-link': {
      operations: ['createGroup', 'getGroup', 'listGroups', 'updateGroup'],
      question: 'Whether a group has the link self: Groups lists it, recordings do not have it.',
      choice: 'It has.',
      evidence: 'Groups, Group links.',
      recorded: { shows: 'All 1,194 groups lack it.', side: 'API description' },
      alternatives: [
        {
          of: /^groups/,
          aspects: ['link-here'],
          path: /^self$/,
          verdict: 'contradicts',
          says: 'Groups, Group links: a group has a self link.',
          value: 'recorded',
        },
      ],
    },
    'group-name-unique': {
      operations: groupWrites,
      question:
        'Whether two groups may have one name. Groups calls the whole profile not unique, and has no word of the name.',
      choice:
        'Not two that are managed here, the built-in one included, whatever the case: E0000001. Imported groups bring their own names and take none.',
      evidence:
        'One client repository matches on the error. Ignoring case, and leaving imported groups out, is ours.',
    },
    'group-blank-names': {
      operations: groupWrites,
      question: 'Whether a name of a group or rule that consists of white space counts as none.',
      choice: 'It does, and is refused as a name that is missing. Blanks next to other characters are kept.',
      evidence: 'The texts that clients of the service match on: a required field cannot be left blank.',
    },
    'group-put-unsent': {
      operations: ['updateGroup'],
      question:
        'PUT takes all profile properties and no partial update (Groups); what happens to those not sent.',
      choice: 'They go; only a missing name is refused.',
      evidence: 'As PUT does for users (Users).',
    },
    'group-last-updated': {
      operations: ['updateGroup'],
      question: 'Whether lastUpdated moves when PUT sends the profile that is there already.',
      choice: 'It does not, for the profile has not changed. It does with every other PUT.',
      evidence: 'Groups, Group: when the profile last changed.',
      recorded: {
        shows: '12 of 1,185 groups have a later lastMembershipUpdated than the calls explain.',
        side: 'API description',
      },
      alternatives: [
        {
          of: /^groups/,
          path: /^(?:lastUpdated|lastMembershipUpdated)$/,
          verdict: 'silent',
          says: 'Groups, Group: the time of the last change; when it is written is not shown.',
        },
      ],
    },
    'group-read-only-input': {
      operations: groupWrites,
      question: 'An id, type, objectClass, timestamps and links that a caller sends.',
      choice: 'They are ignored.',
      evidence: 'Clients send back whole objects that they have read.',
    },
    'group-not-modifiable': {
      operations: ['updateGroup', 'deleteGroup', 'addUserToGroup', 'removeUserFromGroup'],
      question: 'How a change of a group that is managed elsewhere is refused.',
      choice:
        '403 E0000077, naming the type. It answers PUT of and membership in an APP_GROUP or BUILT_IN group, and DELETE of a BUILT_IN one. DELETE of an APP_GROUP in a push mapping is refused with it too.',
      evidence: 'The error catalogue has this code for read-only attributes.',
    },
    'push-mapping-managed-group': {
      operations: ['deleteGroup'],
      question: 'Whether a group managed here that a push mapping uses can be deleted.',
      choice: 'It can; its push mappings go with it.',
      evidence: 'Groups forbids it for APP_GROUP only.',
    },
    'everyone-members': {
      operations: ['listGroupUsers', 'listUserGroups'],
      question: 'Whom the built-in everyone group holds.',
      choice: 'Every user of the organisation in every status, from creation to removal for good.',
      evidence:
        'Recorded for PROVISIONED, ACTIVE, SUSPENDED and RECOVERY. For STAGED and DEPROVISIONED nothing is recorded; the description of the group says all users.',
    },
    'membership-any-status': {
      operations: ['addUserToGroup'],
      question: "Whether a user's status plays a part in membership.",
      choice:
        'It does not. Users of every status can be added, matched by rules and listed, and a deactivated user stays where it is. Removal for good ends all memberships.',
      evidence:
        'Users names no effect of a status on groups; recorded traffic has STAGED users added by rules.',
    },
    'membership-again': {
      operations: ['addUserToGroup', 'removeUserFromGroup'],
      question: 'Adding a member again, removing a user who is no member.',
      choice:
        '204 and nothing changes, lastMembershipUpdated included. Adding by hand a user whom a rule has added makes it a member by hand as well.',
      evidence: 'PUT and DELETE are idempotent.',
    },
    'member-order': {
      operations: ['listGroupUsers'],
      question: "In which order a group's members and a user's groups come.",
      choice: 'Both in the order of creation: members by that of the user, groups by that of the group.',
      evidence: 'A cursor then survives every change of the list.',
      alternatives: [
        { of: /^listGroupUsers$/, reply: { what: 'the order of the members', isReversed: true } },
      ],
    },
    'group-deleted-members': {
      operations: ['deleteGroup'],
      question: 'Members of a deleted group, and assignments to it.',
      choice: 'The users stay and are no longer in it; assignments of applications to it end.',
      evidence: 'Nothing in Groups says that a user goes with a group.',
    },
    'schema-property-removed': {
      question: 'Values of a custom property that is taken out of the schema.',
      choice: 'They go from all profiles, which moves lastUpdated of those that had one.',
      evidence: 'A profile never shows what its schema does not have (Groups and Users).',
    },
  }),
  ...about('rules', {
    'rule-invalid-status': {
      operations: ['getGroupRule', 'listGroupRules', 'activateGroupRule', 'deactivateGroupRule'],
      question: 'A rule after a group that it adds to is deleted.',
      choice: 'Its status stays, and the deleted id in groupIds; it goes on adding to its other groups.',
      evidence: 'Groups, Group rule: the statuses are ACTIVE and INACTIVE.',
      recorded: {
        shows:
          'One kind of organisation answers INVALID at once. Another answers ACTIVE seconds later, with 204 to deactivate and 202 to DELETE.',
        side: 'API description',
      },
      alternatives: [
        {
          of: ruleReplies,
          aspects: ['value'],
          path: /^(?:status|allGroupsValid)$/,
          there: /INVALID/,
          verdict: 'contradicts',
          says: 'Groups, Group rule: the statuses are ACTIVE and INACTIVE.',
          value: 'recorded',
        },
        {
          of: ruleReplies,
          aspects: ['value'],
          path: /^(?:status|allGroupsValid)$/,
          ...otherRuleOfDeletedGroup,
        },
        {
          of: /^(?:de)?activateGroupRule$/,
          aspects: ['status'],
          here: /^400 E0000001$/,
          ...otherRuleOfDeletedGroup,
        },
        {
          of: /^(?:de)?activateGroupRule$/,
          aspects: ['status'],
          there: /^400 E0000001$/,
          verdict: 'contradicts',
          says: 'Groups, States and transitions: a rule is activated and deactivated in either status.',
          value: 'recorded',
        },
        {
          reply: {
            what: 'that a rule is INVALID',
            where: { type: 'group_rule', status: 'INVALID' },
            members: { status: 'INACTIVE' },
          },
        },
      ],
    },
    'rule-expression-group-deleted': {
      operations: ['deleteGroup'],
      question: 'A rule whose expression names a group that is deleted.',
      choice:
        'It stays as it is. Nobody is a member of that group, so users may come to match or stop matching.',
      evidence: 'Only groups that a rule adds to are known to make it INVALID.',
    },
    'rule-name-unique': {
      operations: ruleWrites,
      question: 'Whether two rules may have one name.',
      choice:
        'They may not, whatever the case: E0000001 with the cause "name: Policy rule name already in use".',
      evidence: 'Issue threads for the error, which say that names are unique. Ignoring case is ours.',
    },
    'rule-actions-change': {
      operations: ['updateGroupRule'],
      question: 'An update that sends other groupIds, which cannot be changed (Groups).',
      choice: 'It is refused; the same ids in another order are not other ones.',
      evidence: 'A change that is ignored silently is found late.',
    },
    'rule-target-groups': {
      operations: ruleWrites,
      question: 'Which groups a rule may add to.',
      choice: 'Those that exist and are managed here; any other id is refused with a cause for each.',
      evidence: 'Groups: memberships of other types are not managed here.',
    },
    'rule-users-exclude': {
      operations: ruleWrites,
      question: 'Ids in users.exclude that no user has, and users who are removed for good later.',
      choice: 'An unknown id is refused. A removed user leaves the lists, which moves no lastUpdated.',
      evidence: 'Groups calls them user ids; an id that nobody has is most often a mistake.',
    },
    'rule-groups-exclude': {
      operations: ruleWrites,
      question: 'groups.exclude, which is currently not supported (Groups).',
      choice: 'It is taken and has no effect; replies show it empty.',
      evidence: 'Recorded traffic normalises conditions.people to two exclude lists.',
    },
    'rule-people-shape': {
      operations: [...ruleWrites, 'getGroupRule', 'listGroupRules'],
      question: 'How replies show conditions.people.',
      choice: 'Not at all when it was not sent; else with users.exclude and groups.exclude, both arrays.',
      evidence: 'Recorded traffic.',
    },
    'rule-expression-check': {
      operations: ruleWrites,
      question: 'When an expression is checked, and against what.',
      choice:
        'On create and update: syntax, functions and their arguments, attributes of the user profile schema, and ids of groups. Also whether it can yield a Boolean. The cause names line and column. An attribute taken out of the schema later is null.',
      evidence: 'Issue threads show the error for a bad expression on create.',
    },
    'rule-directory-users': {
      operations: ruleWrites,
      question: 'The values of hasDirectoryUser(), findDirectoryUser() and the same of Workday.',
      choice: 'false and null, as for a user that no directory has; so is a property of what was found.',
      evidence: "An organisation has no directory. The service's language answers so for such a user.",
    },
    'rule-evaluation': {
      operations: ['activateGroupRule'],
      question: 'When active rules run, and what they then do.',
      choice:
        'Over everyone on activation. Over a user on its creation, and when its profile or groups change, as far as a rule reads them. A user who stops matching leaves the groups, unless something else holds it there. At any moment a group holds users added by hand or import, and those matched by active rules. It also holds those left by rules that are not active.',
      evidence:
        'Groups: rules add users dynamically. Recorded traffic: those who no longer match leave when a changed rule is activated again. The rest is ours.',
    },
    'rule-during-activation': {
      operations: ['activateGroupRule'],
      question:
        'Groups are reconciled during activation (Users, POST /api/v1/users); at which moment of one that takes its time.',
      choice:
        'At its beginning. Rules match a user from creation on, whatever its status. So the end of the activation has nothing left to change.',
      evidence: 'Recorded traffic has users added by rules while STAGED, before any activation.',
    },
    'rule-circles': {
      operations: ['activateGroupRule'],
      question: 'Rules that read membership in groups to which rules add.',
      choice:
        'A rule runs after the rules that add to groups it reads. Rules that depend on each other in a circle run together, in rounds. They start from the groups that the user has without them. In each round every rule that matches adds, until no more match. One that matched in a round stays.',
      evidence: 'Bounded by the number of rules, and independent of the order of events.',
    },
    'rule-activate-again': {
      operations: ['activateGroupRule', 'deactivateGroupRule'],
      question: 'Activating an ACTIVE rule, deactivating an INACTIVE one: the status needed is not shown.',
      choice: '204 and nothing changes.',
      evidence: 'Groups has both statuses as origins of both transitions.',
    },
    'rule-deactivated-members': {
      operations: ['deactivateGroupRule'],
      question: 'Users whom a rule has added, when it is deactivated.',
      choice:
        'They stay, and no change of theirs takes them out. When the rule is activated again, changed or not, those who do not match then leave.',
      evidence:
        'Groups removes users with removeUsers=true only. Recorded traffic of updated rules for the second sentence.',
    },
    'rule-deleted-members': {
      operations: ['deleteGroupRule'],
      question: 'Users whom a deleted rule has added, when removeUsers is false.',
      choice:
        'Members by hand. With removeUsers=true they leave, unless they are there for another reason too.',
      evidence: 'Groups: users are removed if removeUsers=true.',
    },
    'rule-delete-active': {
      operations: ['deleteGroupRule'],
      question: 'Whether an ACTIVE rule can be deleted.',
      choice: 'It can.',
      evidence: 'Groups, States and transitions: from any state. Clients that deactivate first work as well.',
    },
    'rule-member-removed-by-hand': {
      operations: ['removeUserFromGroup'],
      question: 'Removing by hand a user whom rules have added.',
      choice:
        "The user leaves the group and is put on users.exclude of each rule that held it there. In those rules' other groups it stays, by hand.",
      evidence: 'Groups answers 204; the rule would add the user again at its next change otherwise.',
    },
    'rule-last-updated': {
      operations: ['updateGroupRule', 'activateGroupRule', 'deactivateGroupRule'],
      question: "When a rule's lastUpdated moves.",
      choice:
        'With an update that changes something, a change of status, and a user excluded because it was removed by hand.',
      evidence: 'Not shown; each changes what the rule shows.',
    },
    'rule-search': {
      operations: ['listGroupRules'],
      question: 'The text that the keyword of the rule list is compared with.',
      choice: 'It is looked for anywhere in the name, in any case.',
      evidence: 'Behaviour that a client library relies on.',
    },
    'rule-all-groups-valid': {
      operations: ['getGroupRule', 'listGroupRules'],
      question: 'Whether replies carry more than Groups lists.',
      choice: 'They do not.',
      evidence: 'Groups, Group rule.',
      recorded: { shows: '110 of 111 rules carry it.', side: 'API description' },
      alternatives: [
        {
          of: /^rules/,
          aspects: ['member-there'],
          path: /^allGroupsValid$/,
          verdict: 'contradicts',
          says: 'Groups, Group rule, does not list it.',
          value: 'recorded',
        },
        {
          of: /^rules/,
          path: /^allGroupsValid$/,
          verdict: 'agrees',
          says: 'Groups, Group rule, does not list it.',
          value: 'described',
        },
        { reply: { what: 'allGroupsValid', members: { allGroupsValid: undefined } } },
      ],
    },
    'rule-writes-together': {
      operations: ruleWrites,
      question: 'Whether a write of a rule is refused while another one is being written.',
      choice: 'It is not. A fault can answer 423 E0000239 (docs/faults.md).',
      evidence: 'Groups does not show it, and a test should not fail by chance.',
      recorded: { shows: 'Two calls answer 423 E0000239.', side: 'neither' },
    },
  }),
  ...about('apps', {
    'app-links-status': {
      operations: ['listUserAppLinks'],
      question: 'Which applications a user has links to.',
      choice:
        'ACTIVE ones assigned to the user or to a group of the user, each once. Each has one entry for each of its links that is shown. Those assigned to the user come first.',
      evidence: 'Users: directly or group-assigned applications.',
    },
  }),
]
