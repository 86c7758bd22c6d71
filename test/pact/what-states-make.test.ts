/** The values that each provider state returns, and the organisation after its setup. */
import { expect, test } from 'vitest'
import { createOrg } from '../../src/create-org.ts'
import { setUpState } from '../../src/pact/states/set-up.ts'
import { picture } from './picture.ts'

type Given = [name: string, params?: Record<string, unknown>]

const login = (id: string) => `${id}@example.com`
const jo = (userId: string) => ({
  userId,
  login: login(userId),
  email: login(userId),
  firstName: 'Jo',
  lastName: 'Ames',
})
const ames = (id: string) => `firstName=Jo lastName=Ames login=${login(id)} email=${login(id)}`
const web =
  'application_type=web redirect_uris=https://app.example.com/callback response_types=code grant_types=authorization_code token_endpoint_auth_method=client_secret_basic consent_method=TRUSTED'

const secret = expect.stringMatching(/^[\w-]{40,43}$/) as string
const cookie = expect.stringMatching(/^sid=\w{32}$/) as string

test.each<[states: Given[], values: object, picture: string[]]>([
  [
    [['a user exists']],
    {
      userId: '00ubtA6LAKijOWE5j06D',
      login: 'user1@example.com',
      email: 'user1@example.com',
      firstName: 'Jo',
      lastName: 'Ames',
    },
    [
      'user 00ubtA6LAKijOWE5j06D ACTIVE: firstName=Jo lastName=Ames login=user1@example.com email=user1@example.com',
    ],
  ],
  [
    [
      [
        'a user exists',
        {
          id: '00u7',
          status: 'STAGED',
          login: 'eve@example.com',
          email: 'e@example.com',
          firstName: 'Eve',
          lastName: 'Ray',
          password: 'Other2Horse',
          profile: { title: 'Head', nickName: null, lastName: 'Bay' },
        },
      ],
    ],
    { userId: '00u7', login: 'eve@example.com', email: 'e@example.com', firstName: 'Eve', lastName: 'Ray' },
    [
      'user 00u7 STAGED: firstName=Eve lastName=Ray login=eve@example.com email=e@example.com title=Head activated=never',
    ],
  ],
  [
    [['a user exists', { id: 'Ada@Example.com', profile: {} }]],
    {
      userId: '00ubtA6LAKijOWE5j06D',
      login: 'Ada@Example.com',
      email: 'Ada@Example.com',
      firstName: 'Jo',
      lastName: 'Ames',
    },
    [
      'user 00ubtA6LAKijOWE5j06D ACTIVE: firstName=Jo lastName=Ames login=Ada@Example.com email=Ada@Example.com',
    ],
  ],
  [
    [['a user exists', { profile: { login: 'bo@example.com' } }]],
    {
      userId: '00ubtA6LAKijOWE5j06D',
      login: 'bo@example.com',
      email: 'bo@example.com',
      firstName: 'Jo',
      lastName: 'Ames',
    },
    [
      'user 00ubtA6LAKijOWE5j06D ACTIVE: firstName=Jo lastName=Ames login=bo@example.com email=bo@example.com',
    ],
  ],
  [
    [
      ['a user exists', { id: '--' }],
      ['a user exists', { id: '~~' }],
    ],
    {
      userId: '~~',
      login: 'user1@example.com',
      email: 'user1@example.com',
      firstName: 'Jo',
      lastName: 'Ames',
    },
    [
      'user -- ACTIVE: firstName=Jo lastName=Ames login=user@example.com email=user@example.com',
      'user ~~ ACTIVE: firstName=Jo lastName=Ames login=user1@example.com email=user1@example.com',
    ],
  ],
  [
    [['a user exists'], ['a user exists']],
    {
      userId: '00ufXiSVRs2yRAXKE18I',
      login: 'user2@example.com',
      email: 'user2@example.com',
      firstName: 'Jo',
      lastName: 'Ames',
    },
    [
      'user 00ubtA6LAKijOWE5j06D ACTIVE: firstName=Jo lastName=Ames login=user1@example.com email=user1@example.com',
      'user 00ufXiSVRs2yRAXKE18I ACTIVE: firstName=Jo lastName=Ames login=user2@example.com email=user2@example.com',
    ],
  ],
  [
    [['user 00u7 is STAGED']],
    jo('00u7'),
    [`user 00u7 STAGED: ${ames('00u7')} password=none activated=never`],
  ],
  [
    [['user {id} is {status}', { id: '00u-7', status: 'PROVISIONED' }]],
    {
      userId: '00u-7',
      login: '00u7@example.com',
      email: '00u7@example.com',
      firstName: 'Jo',
      lastName: 'Ames',
    },
    [
      'user 00u-7 PROVISIONED: firstName=Jo lastName=Ames login=00u7@example.com email=00u7@example.com password=none activated=never',
    ],
  ],
  [
    [['user ada@example.com is LOCKED_OUT', { lastName: 'Ray', email: 'x@example.com' }]],
    {
      userId: '00ubtA6LAKijOWE5j06D',
      login: 'ada@example.com',
      email: 'x@example.com',
      firstName: 'Jo',
      lastName: 'Ray',
    },
    [
      'user 00ubtA6LAKijOWE5j06D LOCKED_OUT: firstName=Jo lastName=Ray login=ada@example.com email=x@example.com',
    ],
  ],
  [
    [
      ['user 00u7 is ACTIVE'],
      ['a user exists', { id: '00u7', status: 'SUSPENDED', firstName: 'Ada', profile: { title: 'Head' } }],
      ['a user exists', { login: '00u7@example.com', status: 'RECOVERY' }],
    ],
    {
      userId: '00u7',
      login: '00u7@example.com',
      email: '00u7@example.com',
      firstName: 'Ada',
      lastName: 'Ames',
    },
    [
      'user 00u7 RECOVERY: firstName=Ada lastName=Ames login=00u7@example.com email=00u7@example.com title=Head',
    ],
  ],
  [
    [['user 00u7 is STAGED'], ['user 00u7 has password Other2Horse']],
    { ...jo('00u7'), password: 'Other2Horse' },
    [`user 00u7 STAGED: ${ames('00u7')} activated=never`],
  ],
  [
    [['user {id} has password {password}', { id: '00u7' }]],
    { ...jo('00u7'), password: 'Correct1Horse' },
    [`user 00u7 ACTIVE: ${ames('00u7')}`],
  ],
  [
    [['user {id} has recovery question {question}', { id: '00u7' }]],
    { ...jo('00u7'), question: 'Name of your first pet?', answer: 'Rex' },
    [`user 00u7 ACTIVE: ${ames('00u7')} question=Name of your first pet?`],
  ],
  [
    [['user 00u7 is SUSPENDED'], ['user 00u7 has recovery question Pet?', { answer: 'Newton' }]],
    { ...jo('00u7'), question: 'Pet?', answer: 'Newton' },
    [`user 00u7 SUSPENDED: ${ames('00u7')} question=Pet?`],
  ],
  [
    [['user 00u7 has provider FEDERATION', { name: 'corp' }]],
    jo('00u7'),
    [`user 00u7 ACTIVE: ${ames('00u7')} provider=FEDERATION/corp password=none`],
  ],
  [[['user 00u7 has provider SERVICE']], jo('00u7'), [`user 00u7 ACTIVE: ${ames('00u7')}`]],
  [
    [['user 00u7 has provider ACTIVE_DIRECTORY']],
    jo('00u7'),
    [`user 00u7 ACTIVE: ${ames('00u7')} provider=ACTIVE_DIRECTORY/ACTIVE_DIRECTORY`],
  ],
  [
    [['user 00u7 is blocked from UNKNOWN_DEVICES']],
    jo('00u7'),
    [`user 00u7 ACTIVE: ${ames('00u7')} block=UNKNOWN_DEVICES`],
  ],
  [
    [['user 00u7 is blocked from ANY_DEVICES']],
    jo('00u7'),
    [`user 00u7 ACTIVE: ${ames('00u7')} block=ANY_DEVICES`],
  ],
  [
    [['user {id} is enrolled in factor {factor}', { id: '00u7' }]],
    jo('00u7'),
    [`user 00u7 ACTIVE: ${ames('00u7')} factors=sms`],
  ],
  [
    [['user 00u7 is enrolled in factor push']],
    jo('00u7'),
    [`user 00u7 ACTIVE: ${ames('00u7')} factors=push`],
  ],
  [
    [['user 00u7 is moving to ACTIVE']],
    jo('00u7'),
    [`user 00u7 STAGED: ${ames('00u7')} password=none movingTo=ACTIVE activated=never`],
  ],
  [
    [['user 00u7 is moving to DEPROVISIONED'], ['user 00u7 is moving to DEPROVISIONED']],
    jo('00u7'),
    [`user 00u7 ACTIVE: ${ames('00u7')} movingTo=DEPROVISIONED`],
  ],
  [
    [['3 users exist']],
    {
      userId: '00ubtA6LAKijOWE5j06D',
      login: 'user1@example.com',
      email: 'user1@example.com',
      firstName: 'Jo',
      lastName: 'Ames',
    },
    [
      'user 00ubtA6LAKijOWE5j06D ACTIVE: firstName=Jo lastName=Ames login=user1@example.com email=user1@example.com',
      'user 00ufXiSVRs2yRAXKE18I ACTIVE: firstName=Jo lastName=Ames login=user2@example.com email=user2@example.com',
      'user 00uWrrNIZT8eTopYj3AN ACTIVE: firstName=Jo lastName=Ames login=user3@example.com email=user3@example.com',
    ],
  ],
  [[['{count} users exist', { count: 0 }]], {}, []],
  [[['user {id} does not exist']], { userId: '00uNobodyHasThisId00' }, []],
  [[['user 00u7 is ACTIVE'], ['user 00u7 does not exist']], { userId: '00u7' }, []],
  [
    [
      ['user {id} is assigned application {label}', { id: '00u7' }],
      ['group 00g7 is assigned application Wiki'],
    ],
    { groupId: '00g7', applicationId: '0oacStFd12bsCU4k64Ga' },
    [
      `user 00u7 ACTIVE: ${ames('00u7')} apps=Wiki`,
      'group 00g7 SVC_GROUP: name=Group 00g7 objectClass=svc:user_group apps=Wiki',
      'application 0oacStFd12bsCU4k64Ga: Wiki',
    ],
  ],
  [
    [
      ['user 00u7 is assigned application Mail', { applicationId: '0oa77' }],
      ['group {id} is assigned application {label}', { id: '00g7', applicationId: '0oa77' }],
    ],
    { groupId: '00g7', applicationId: '0oa77' },
    [
      `user 00u7 ACTIVE: ${ames('00u7')} apps=Mail`,
      'group 00g7 SVC_GROUP: name=Group 00g7 objectClass=svc:user_group apps=Mail',
      'application 0oa77: Mail',
    ],
  ],
  [
    [['group {id} is assigned application {label}', { id: '00g7', applicationId: '0oa78' }]],
    { groupId: '00g7', applicationId: '0oa78' },
    ['group 00g7 SVC_GROUP: name=Group 00g7 objectClass=svc:user_group apps=Wiki', 'application 0oa78: Wiki'],
  ],
  [
    [['a group exists'], ['a group exists']],
    { groupId: '00gIiQaO5AbRFuyrVC3N', name: 'Group 2' },
    [
      'group 00gvOFZqyz8uarbYsLEW SVC_GROUP: name=Group 1 objectClass=svc:user_group',
      'group 00gIiQaO5AbRFuyrVC3N SVC_GROUP: name=Group 2 objectClass=svc:user_group',
    ],
  ],
  [
    [['a group exists', { id: '00g7', name: 'Staff', description: 'All', profile: { description: 'x' } }]],
    { groupId: '00g7', name: 'Staff' },
    ['group 00g7 SVC_GROUP: name=Staff description=All objectClass=svc:user_group'],
  ],
  [
    [['a group exists', { profile: { name: 'Crew', description: 'y' } }]],
    { groupId: '00gvOFZqyz8uarbYsLEW', name: 'Crew' },
    ['group 00gvOFZqyz8uarbYsLEW SVC_GROUP: name=Crew description=y objectClass=svc:user_group'],
  ],
  [
    [['a group exists', { name: 'Group 1' }], ['a group exists']],
    { groupId: '00gIiQaO5AbRFuyrVC3N', name: 'Group 2' },
    [
      'group 00gvOFZqyz8uarbYsLEW SVC_GROUP: name=Group 1 objectClass=svc:user_group',
      'group 00gIiQaO5AbRFuyrVC3N SVC_GROUP: name=Group 2 objectClass=svc:user_group',
    ],
  ],
  [
    [['group 00g7 of type SVC_GROUP exists', { description: '' }]],
    { groupId: '00g7', name: 'Group 00g7' },
    ['group 00g7 SVC_GROUP: name=Group 00g7 description= objectClass=svc:user_group'],
  ],
  [
    [['group 00g7 of type APP_GROUP exists', { name: 'Imp', description: 'd' }]],
    { groupId: '00g7', name: 'Imp' },
    [
      'group 00g7 APP_GROUP: name=Imp description=d samAccountName=Imp dn=CN=Imp,OU=Groups,DC=example,DC=com externalId=tgZJglhaD+YKheM/lbkAuA== directoryDomainQualifiedName=example.com\\Imp objectClass=svc:directory_security_principal',
      'application 0oacStFd12bsCU4k64Ga: Directory',
    ],
  ],
  [
    [
      ['group 00g7 of type BUILT_IN exists', { profile: { description: 'd' } }],
      ['user 00u7 is in group 00g7'],
    ],
    { userId: '00u7', groupId: '00g7' },
    [
      `user 00u7 ACTIVE: ${ames('00u7')}`,
      'group 00g7 BUILT_IN: description=d name=Group 00g7 objectClass=svc:user_group members=00u7',
    ],
  ],
  [[['group {id} does not exist']], { groupId: '00gNothingHasThisId0' }, []],
  [[['a group exists', { id: '00g7' }], ['group 00g7 does not exist']], { groupId: '00g7' }, []],
  [
    [['2 groups exist']],
    { groupId: '00gvOFZqyz8uarbYsLEW', name: 'Group 1' },
    [
      'group 00gvOFZqyz8uarbYsLEW SVC_GROUP: name=Group 1 objectClass=svc:user_group',
      'group 00gIiQaO5AbRFuyrVC3N SVC_GROUP: name=Group 2 objectClass=svc:user_group',
    ],
  ],
  [[['{count} groups exist', { count: '0' }]], {}, []],
  [
    [['user 00u7 is in group 00g7'], ['user 00u7 is in group 00g7']],
    { userId: '00u7', groupId: '00g7' },
    [
      `user 00u7 ACTIVE: ${ames('00u7')}`,
      'group 00g7 SVC_GROUP: name=Group 00g7 objectClass=svc:user_group members=00u7',
    ],
  ],
  [
    [['group 00g7 of type APP_GROUP exists'], ['user 00u7 is in group 00g7'], ['user 00u8 is in group 00g7']],
    { userId: '00u8', groupId: '00g7' },
    [
      `user 00u7 ACTIVE: ${ames('00u7')}`,
      `user 00u8 ACTIVE: ${ames('00u8')}`,
      'group 00g7 APP_GROUP: name=Group 00g7 description= samAccountName=Group 00g7 dn=CN=Group 00g7,OU=Groups,DC=example,DC=com externalId=ngCelh4QotArp+r+EHbgvg== directoryDomainQualifiedName=example.com\\Group 00g7 objectClass=svc:directory_security_principal members=00u7+00u8',
      'application 0oacStFd12bsCU4k64Ga: Directory',
    ],
  ],
  [
    [['group 00g7 is used in a push mapping']],
    { groupId: '00g7' },
    [
      'group 00g7 APP_GROUP: name=Group 00g7 description= samAccountName=Group 00g7 dn=CN=Group 00g7,OU=Groups,DC=example,DC=com externalId=ngCelh4QotArp+r+EHbgvg== directoryDomainQualifiedName=example.com\\Group 00g7 objectClass=svc:directory_security_principal pushedTo=0oa',
      'application 0oacStFd12bsCU4k64Ga: Directory',
    ],
  ],
  [
    [['a group rule exists'], ['a group rule exists']],
    { ruleId: '0prEOzwBAJU4kpYsji2y', name: 'Rule 2', groupId: '00gIiQaO5AbRFuyrVC3N' },
    [
      'group 00gvOFZqyz8uarbYsLEW SVC_GROUP: name=Group 1 objectClass=svc:user_group',
      'group 00gIiQaO5AbRFuyrVC3N SVC_GROUP: name=Group 2 objectClass=svc:user_group',
      'rule 0prvBKdAMeGL58roITO1 INACTIVE: name=Rule 1 if=user.department=="Engineering" groups=00gvOFZqyz8uarbYsLEW',
      'rule 0prEOzwBAJU4kpYsji2y INACTIVE: name=Rule 2 if=user.department=="Engineering" groups=00gIiQaO5AbRFuyrVC3N',
    ],
  ],
  [
    [
      ['user 00u7 is ACTIVE'],
      [
        'a group rule exists',
        { id: '0pr7', name: 'R', expression: 'user.title=="x"', groupIds: '00g1, 00g2', exclude: ['00u7'] },
      ],
      ['a group rule exists', { id: '0pr7', name: 'S' }],
    ],
    { ruleId: '0pr7', name: 'R', groupId: '00g1' },
    [
      `user 00u7 ACTIVE: ${ames('00u7')}`,
      'group 00g1 SVC_GROUP: name=Group 00g1 objectClass=svc:user_group',
      'group 00g2 SVC_GROUP: name=Group 00g2 objectClass=svc:user_group',
      'rule 0pr7 INACTIVE: name=R if=user.title=="x" groups=00g1+00g2 not=00u7',
    ],
  ],
  [
    [['group rule 0pr7 is ACTIVE']],
    { ruleId: '0pr7', name: 'Rule 0pr7', groupId: '00gvOFZqyz8uarbYsLEW' },
    [
      'group 00gvOFZqyz8uarbYsLEW SVC_GROUP: name=Group 1 objectClass=svc:user_group',
      'rule 0pr7 ACTIVE: name=Rule 0pr7 if=user.department=="Engineering" groups=00gvOFZqyz8uarbYsLEW',
    ],
  ],
  [
    [
      ['group rule 0pr7 is ACTIVE'],
      ['group rule 0pr7 is ACTIVE'],
      ['group rule 0pr7 is INACTIVE', { groupIds: ['00g5'] }],
      ['group rule 0pr7 is INACTIVE'],
    ],
    { ruleId: '0pr7', name: 'Rule 0pr7', groupId: '00gvOFZqyz8uarbYsLEW' },
    [
      'group 00gvOFZqyz8uarbYsLEW SVC_GROUP: name=Group 1 objectClass=svc:user_group',
      'rule 0pr7 INACTIVE: name=Rule 0pr7 if=user.department=="Engineering" groups=00gvOFZqyz8uarbYsLEW',
    ],
  ],
  [
    [['group rule 0pr7 is INVALID']],
    { ruleId: '0pr7', name: 'Rule 0pr7', groupId: '00gvOFZqyz8uarbYsLEW' },
    ['rule 0pr7 INVALID: name=Rule 0pr7 if=user.department=="Engineering" groups=00gvOFZqyz8uarbYsLEW'],
  ],
  [[['group rule {id} does not exist']], { ruleId: '0prNothingHasThisId0' }, []],
  [
    [['group rule 0pr7 is ACTIVE'], ['group rule 0pr7 does not exist']],
    { ruleId: '0pr7' },
    ['group 00gvOFZqyz8uarbYsLEW SVC_GROUP: name=Group 1 objectClass=svc:user_group'],
  ],
  [
    [
      [
        'group rule {id} is {status}',
        { id: '0pr777777777777777777777777777777777777777777777777777777777777', status: 'INACTIVE' },
      ],
    ],
    {
      ruleId: '0pr777777777777777777777777777777777777777777777777777777777777',
      name: 'Rule 0pr777777777777777777777777777777777777777777',
      groupId: '00gvOFZqyz8uarbYsLEW',
    },
    [
      'group 00gvOFZqyz8uarbYsLEW SVC_GROUP: name=Group 1 objectClass=svc:user_group',
      'rule 0pr777777777777777777777777777777777777777777777777777777777777 INACTIVE: name=Rule 0pr777777777777777777777777777777777777777777 if=user.department=="Engineering" groups=00gvOFZqyz8uarbYsLEW',
    ],
  ],
  [
    [['a client exists'], ['a client exists', { client_name: 'Other' }]],
    {
      clientId: '0oaT9cKViFFSHVFomtBB',
      clientName: 'Other',
      clientSecret: secret,
    },
    [
      `client 0oacStFd12bsCU4k64Ga: client_name=Client 1 ${web}`,
      'client 0oaT9cKViFFSHVFomtBB: client_name=Other application_type=web redirect_uris=https://app.example.com/callback response_types=code grant_types=authorization_code token_endpoint_auth_method=client_secret_basic consent_method=TRUSTED',
    ],
  ],
  [
    [
      [
        'a client exists',
        {
          id: '0oa7',
          client_name: 'Shop',
          redirect_uris: ['https://shop.example.com/cb'],
          token_endpoint_auth_method: 'none',
          application_type: 'browser',
        },
      ],
    ],
    { clientId: '0oa7', clientName: 'Shop', clientSecret: '' },
    [
      'client 0oa7: client_name=Shop application_type=browser redirect_uris=https://shop.example.com/cb response_types=code grant_types=authorization_code token_endpoint_auth_method=none consent_method=TRUSTED',
    ],
  ],
  [
    [['client 0oa7 exists']],
    { clientId: '0oa7', clientName: 'Client 1', clientSecret: secret },
    [`client 0oa7: client_name=Client 1 ${web}`],
  ],
  [
    [['client {id} exists', { id: '0oa7', client_name: 'Shop' }], ['client Shop exists']],
    { clientId: '0oa7', clientName: 'Shop', clientSecret: secret },
    [
      'client 0oa7: client_name=Shop application_type=web redirect_uris=https://app.example.com/callback response_types=code grant_types=authorization_code token_endpoint_auth_method=client_secret_basic consent_method=TRUSTED',
    ],
  ],
  [[['client {id} does not exist']], { clientId: '0oaNothingHasThisId0' }, []],
  [[['client 0oa7 exists'], ['client 0oa7 does not exist']], { clientId: '0oa7' }, []],
  [
    [['user 00u7 granted openid,email to client 0oa7', { grantId: 'oag7' }]],
    { grantId: 'oag7', userId: '00u7', clientId: '0oa7' },
    [
      `user 00u7 ACTIVE: ${ames('00u7')}`,
      `client 0oa7: client_name=Client 1 ${web}`,
      'grant oag7: 00u7 to 0oa7 for openid',
      'grant oagMgO5X5QnKju4IL3xy: 00u7 to 0oa7 for email',
    ],
  ],
  [
    [
      [
        'user {id} granted {scopes} to client {clientId}',
        { id: '00u7', scopes: ['openid'], clientId: '0oa7' },
      ],
    ],
    { grantId: 'oagMgO5X5QnKju4IL3xy', userId: '00u7', clientId: '0oa7' },
    [
      `user 00u7 ACTIVE: ${ames('00u7')}`,
      `client 0oa7: client_name=Client 1 ${web}`,
      'grant oagMgO5X5QnKju4IL3xy: 00u7 to 0oa7 for openid',
    ],
  ],
  [
    [['a refresh token exists']],
    {
      refreshTokenId: 'oarJBqe4VL1Xrv9Gqt61',
      refreshToken: secret,
      userId: '00ubtA6LAKijOWE5j06D',
      clientId: '0oacStFd12bsCU4k64Ga',
    },
    [
      'user 00ubtA6LAKijOWE5j06D ACTIVE: firstName=Jo lastName=Ames login=user1@example.com email=user1@example.com',
      `client 0oacStFd12bsCU4k64Ga: client_name=Client 2 ${web}`,
      'refresh token oarJBqe4VL1Xrv9Gqt61: 00ubtA6LAKijOWE5j06D of 0oacStFd12bsCU4k64Ga for openid+offline_access',
    ],
  ],
  [
    [
      [
        'a refresh token exists',
        { id: 'oar7', userId: '00u7', clientId: '0oa7', scopes: 'offline_access email' },
      ],
    ],
    {
      refreshTokenId: 'oar7',
      refreshToken: secret,
      userId: '00u7',
      clientId: '0oa7',
    },
    [
      `user 00u7 ACTIVE: ${ames('00u7')}`,
      `client 0oa7: client_name=Client 1 ${web}`,
      'refresh token oar7: 00u7 of 0oa7 for offline_access+email',
    ],
  ],
  [[['the organisation is empty']], {}, []],
  [
    [['a current session for 00u7 exists']],
    {
      sessionCookie: cookie,
      sessionId: '102A6k55bnYRkZg5PF8v',
      userId: '00u7',
      login: '00u7@example.com',
    },
    [`user 00u7 ACTIVE: ${ames('00u7')}`],
  ],
  [[['no current session exists']], { sessionCookie: 'sid=an-invalid-token' }, []],
  [[['the API token is invalid']], { apiToken: 'an-invalid-token', accessToken: 'an-invalid-token' }, []],
  [
    [['the API token has role GROUP_ADMIN', { groups: ['00g7'], owner: '00u7' }]],
    { apiToken: secret },
    [`user 00u7 ACTIVE: ${ames('00u7')}`, 'group 00g7 SVC_GROUP: name=Group 00g7 objectClass=svc:user_group'],
  ],
  [[['the API token has role HELP_DESK_ADMIN']], { apiToken: secret }, []],
  [
    [['an access token with scopes svc.users.read exists', { userId: '00u7', clientId: '0oa7' }]],
    { accessToken: secret },
    [`user 00u7 ACTIVE: ${ames('00u7')}`, `client 0oa7: client_name=Client 1 ${web}`],
  ],
  [[['the time is 2026-02-03T04:05:06.000Z']], { time: '2026-02-03T04:05:06.000Z' }, []],
  [[['']], {}, []],
  [
    [['group 00g7 of type BUILT_IN exists'], ['user 00u7 is in group 00g7'], ['user 00u8 is in group 00g7']],
    { userId: '00u8', groupId: '00g7' },
    [
      `user 00u7 ACTIVE: ${ames('00u7')}`,
      `user 00u8 ACTIVE: ${ames('00u8')}`,
      'group 00g7 BUILT_IN: name=Group 00g7 objectClass=svc:user_group members=00u7+00u8',
    ],
  ],
  [
    [['a user exists', { id: '00u7', password: 'Other2Horse', status: 'PROVISIONED' }]],
    jo('00u7'),
    [`user 00u7 PROVISIONED: ${ames('00u7')}`],
  ],
  [
    [['user 00u7 is ACTIVE'], ['user 00u7 is SUSPENDED', { profile: { title: null } }]],
    jo('00u7'),
    [`user 00u7 SUSPENDED: ${ames('00u7')}`],
  ],
  // A null value sets nothing, and existing values stay.
  [
    [
      ['user 00u7 is ACTIVE', { profile: { title: 'Head' } }],
      ['a user exists', { id: '00u7', profile: { title: null, nickName: 'Jo' } }],
    ],
    jo('00u7'),
    [`user 00u7 ACTIVE: ${ames('00u7')} title=Head nickName=Jo`],
  ],
])('%j', (states, values, there) => {
  const org = createOrg()
  const { apiToken } = org
  let told = {}
  for (const [name, params] of states) told = setUpState(org.model, name, params)
  expect(told).toEqual({ apiToken, ...values })
  expect(picture(org.model)).toEqual(there)
})
