import { expect, test } from 'vitest'
import { withoutUrlSecrets } from '../../../src/model/access/struck-out.ts'

test.each([
  ['https://a.test/x?page=2#top', 'https://a.test/x?page=2#top'],
  ['https://jo:pass@a.test/x', 'https://[secret]@a.test/x'],
  ['https://a.test/x?token=abc&page=2', 'https://a.test/x?token=[secret]&page=2'],
  [
    'https://a.test/x?page=2&client_secret=a/b#code=xyz',
    'https://a.test/x?page=2&client_secret=[secret]#code=[secret]',
  ],
  ['jo@a.test', 'jo@a.test'],
  ['X3+y.z-://jo:pass@a.test', 'X3+y.z-://[secret]@a.test'],
  ['https://a.test/jo@b.test?at=jo@a.test', 'https://a.test/jo@b.test?at=jo@a.test'],
  ['https://a.test/?token=&page', 'https://a.test/?token=&page'],
])('%s is shown as %s', (url, shown) => {
  expect(withoutUrlSecrets(url)).toBe(shown)
})
