// Loaded into Steward before it starts, by the tests of clocks that jump: `FAULTS_CLOCK` names a file that holds
// how many milliseconds the clock of this process is wrong; it is read again at SIGUSR2.
import { readFileSync } from 'node:fs'

const RealDate = Date
let shift = 0

process.on('SIGUSR2', () => {
  shift = Number(readFileSync(process.env['FAULTS_CLOCK'] ?? '', 'utf8'))
})

const now = () => RealDate.now() + shift

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, made === globalThis.Date ? target : made),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
