import { Resolver } from 'node:dns/promises'

/** Milliseconds until a question to the DNS fails, and how often it is asked. */
const timeout = 3000
const tries = 2

/** The answer of the DNS: the texts of a name, or that none is available at the moment. */
export type Texts = { found: readonly string[] } | { unavailable: true }

/** Names that don't exist, or have no text. */
const none = new Set(['ENOTFOUND', 'ENODATA'])

export interface DomainRecordReader {
  read(name: string): Promise<Texts>
}

/** Reads TXT records, at the servers of the system unless others are given as `address` or `address:port`. */
export function createDomainRecordReader(servers: readonly string[]): DomainRecordReader {
  return {
    async read(name) {
      const resolver = new Resolver({ timeout, tries })
      if (servers.length > 0) resolver.setServers(servers)
      try {
        const records = await resolver.resolveTxt(name)
        return { found: records.map((parts) => parts.join('')) }
      } catch (error) {
        return none.has((error as { code?: string }).code ?? '') ? { found: [] } : { unavailable: true }
      }
    },
  }
}
