import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

// An endpoint of webhooks: a bare server that answers 204 and counts. GET answers the counts and when the latest
// call came, in milliseconds since 1970; GET /reset forgets it.
const received = { calls: 0, events: 0, at: 0 }

const server = createServer((request, response) => {
  const take = async () => {
    if (request.method === 'GET') {
      response.end(JSON.stringify(received))
      if (request.url === '/reset') Object.assign(received, { calls: 0, events: 0, at: 0 })
      return
    }
    const body = await text(request)
    received.at = Date.now()
    received.calls += 1
    received.events += body.startsWith('{"type":"batch"') ? JSON.parse(body).data.length : 1
    response.writeHead(204).end()
  }
  void take()
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`)
})
