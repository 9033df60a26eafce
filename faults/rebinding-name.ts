// Loaded into Steward before it starts, by the test of names that lead elsewhere the second time: rebinding.test has a
// public address at every other lookup, beginning with the first, and one of this machine in between. Connections to the
// public one are refused here, so that nothing leaves the machine.
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'

const name = 'rebinding.test'
const [publicAddress, privateAddress] = ['93.184.215.14', '127.0.0.1']

type Answer = (error: Error | null, addresses: { address: string; family: number }[]) => void
type Lookup = (host: string, options: object, answer: Answer) => void

const real = { lookup: dns.lookup as unknown as Lookup, connect: Socket.prototype.connect }
let lookups = 0

function lookup(host: string, options: object, answer: Answer): void {
  if (host !== name) return real.lookup(host, options, answer)
  lookups += 1
  return answer(null, [{ address: lookups % 2 === 1 ? publicAddress : privateAddress, family: 4 }])
}

/** The same lookup, with an error where it leads to the public address. */
const refusing =
  (asked: Lookup): Lookup =>
  (host, options, answer) =>
    asked(host, options, (error, found) => {
      const isPublic = JSON.stringify(found ?? '').includes(publicAddress)
      if (isPublic) answer(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), [])
      else answer(error, found)
    })

if (process.env['REBINDING_NAMES'] === 'on') {
  Object.assign(dns, { lookup })
  syncBuiltinESMExports()
  Socket.prototype.connect = function connect(this: Socket, ...args: unknown[]) {
    const [first] = args
    const options = (Array.isArray(first) ? first[0] : first) as { host?: string; lookup?: Lookup }
    if (options.host === name && options.lookup) options.lookup = refusing(options.lookup)
    return real.connect.apply(this, args as Parameters<Socket['connect']>)
  } as Socket['connect']
}
