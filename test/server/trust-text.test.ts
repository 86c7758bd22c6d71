import { expect, test } from 'vitest'
import { trustText } from '../../src/server/banner.ts'

test('a server with a certificate of its own says how to trust it', () => {
  expect(trustText('https://127.0.0.1:8443').split('\n')).toEqual([
    'The certificate was made and signed here, at this start. To trust it:',
    '  openssl s_client -connect 127.0.0.1:8443 </dev/null | openssl x509 > identikit.pem',
    'then NODE_EXTRA_CA_CERTS=identikit.pem for Node, --cacert identikit.pem for curl, --insecure for identikit conform.',
  ])
  expect(trustText('https://localhost')).toContain('-connect localhost:443 ')
})
