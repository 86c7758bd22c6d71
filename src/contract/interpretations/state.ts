import { about, type Interpretation } from './interpretation.ts'

/** Choices about state that lasts, copies and seeds, which are no part of the service. */
export const stateInterpretations: readonly Interpretation[] = about('state', {
  'state-write-fails': {
    question: 'The reply to a caller whose change the state file, or another store, cannot keep.',
    choice:
      '503 `E0000010`, as in the read-only mode. The change is taken back: reads answer as before it, and go on.',
    evidence:
      'Error catalogue: E0000010 says that the service is read only. A change that was answered and is not there after a restart would be worse than none.',
  },
  'state-reply-after-disk': {
    question: 'When a reply is sent whose change is kept.',
    choice:
      'Once its rows are on the disk, and with them those of whatever else it could tell. Positions of the journal and ids of replies are written within ten seconds, and when the server stops.',
    evidence: 'Kills of the process under load: nothing that was answered is lost.',
  },
  'state-ids-after-kill': {
    question: 'Which ids of requests and errors come after a process was killed.',
    choice:
      'Later ones than it can have told: about a million are passed over. Ids of records follow on exactly. An organisation that is read later passes over as many then.',
    evidence: 'The position of these two streams is not written before each reply; no id may come twice.',
  },
  'state-idle-organisations': {
    question: 'An organisation that nobody calls for as long as it may be idle.',
    choice:
      'Without a file of state it is deleted. With one it leaves the memory and stays in the file; its next call reads it. One with a call under way or a listener stays.',
    evidence: 'A file is there to keep what is in it.',
  },
  'state-options-going-on': {
    question: 'Options of an organisation that goes on from its rows.',
    choice:
      'Those that differ from the last start take effect, as if they had been changed meanwhile. The seed of ids, the name prefix and the form of logins cannot change: the start is refused.',
    evidence: 'Ids, identifiers and logins that are there already follow from them.',
  },
  'seed-password': {
    question: 'Passwords in a seed that was exported from an organisation.',
    choice:
      'A Hashed Password object: a salted SHA-256 for one that was set here, an imported hash as it came. So are earlier passwords and the answer of the recovery question. With a provider named, a SHA-256 with its salt first counts as set here.',
    evidence: 'Users, Hashed Password object. A password in clear is kept nowhere.',
  },
  'seed-secrets': {
    question: 'Secrets in a seed that was exported from an organisation.',
    choice:
      'No secret that works, unless requested (`secrets` of `exportSeed`); new ones are made up. They are values of API, access and refresh tokens, client secrets and headers of the password hook. The export counts those left out.',
    evidence: 'Seeds are files that people read, send and commit.',
  },
  'seed-exact': {
    question: 'Whether users of a seed reach their state by its usual steps, or have it at once.',
    choice:
      'A seed by hand leads them there by activation, sign-in and lock-out. Each happens at its time, with its mails and sessions. An exported seed says `exact: true`, and nothing happens on the way.',
    evidence: 'A seed by hand should not describe what cannot happen; an export describes what is.',
  },
  'seed-moment': {
    question: 'Parts of an organisation that a seed does not carry.',
    choice:
      'Those of a moment: sessions, mails with their links, codes, signed tokens, sign-ins under way, faults, snapshots, keys, the journal. They are listed with their numbers. An exact copy is rows.',
    evidence: 'Others hold the other half of it: a browser, a mailbox, a client.',
  },
  'seed-chosen-ids': {
    question: 'An id that a seed chose, and that would be the next one made.',
    choice: 'It is passed over; so are values of tokens.',
    evidence: 'A seed exported from an organisation is most often loaded into one with the same seed of ids.',
  },
  'copy-is-alike': {
    question: 'Content of a copy of an organisation.',
    choice:
      "Records, ids, time and settings. Tokens, cookies and client secrets that are made from then on are its own; the administrator's token too. Sessions and signed access tokens stay behind.",
    evidence: 'A secret of one organisation must not open another.',
  },
})
