// What a cold start is measured against. JavaScript, for types would have to be stripped first.
import { createServer } from 'node:http'

const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end('{}')
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }))
})
