import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web site of a company, on an origin of its own. */
export interface HostSite {
  readonly origin: string
  /** What is served, by path: pages and scripts. */
  readonly files: Map<string, string>
  /** The content security policy of the pages; undefined: none. */
  policy: string | undefined
  stop(): Promise<void>
}

/** A page with some content, so that a layout shift would be noticed, and with tags before its end. */
export const hostPage = (...tags: readonly string[]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><body>
<h1>Orders</h1><p id="text">${'A line of the shop. '.repeat(60)}</p><button id="shop">Buy</button>
${tags.join('\n')}</body></html>`

export async function startHostSite(): Promise<HostSite> {
  const files = new Map<string, string>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const text = files.get(pathname)
    if (text === undefined) return response.writeHead(404).end()
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html'
    const policy = self.policy ? { 'content-security-policy': self.policy } : {}
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, ...policy }).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const self: HostSite = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    policy: undefined,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return self
}
