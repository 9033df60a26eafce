import { parseArgs } from 'node:util'
import { drawRounds, frontOf, gathered } from './deck.ts'
import { randomOf } from './random.ts'
import { runRounds, type Outcome } from './round.ts'
import { tablesOf } from './table.ts'
import { makeWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string', default: '1' },
    scale: { type: 'string', default: '1' },
    disk: { type: 'string', default: '3000' },
    only: { type: 'string', default: '.' },
    together: { type: 'string', default: '1' },
    stop: { type: 'boolean', default: false },
  },
})

function tell({ round, recovered, seconds, faults, note }: Outcome, at: number): void {
  const verdict = faults.length === 0 ? 'well' : `${faults.length} faults`
  const what = `${round.strike.name} during ${round.work.name}`
  const times = `recovered in ${recovered.toFixed(1)} s, ${seconds.toFixed(0)} s in all`
  console.log(`${String(at).padStart(3)}  ${verdict}  ${what}; ${times}${note ? `; ${note}` : ''}`)
  for (const fault of faults) console.log(`       ${fault}`)
}

const seed = Number(values.seed)
const together = Number(values.together)
const drawn = drawRounds(Number(values.rounds), randomOf(seed), new RegExp(values.only))
const rounds = together > 1 ? gathered(drawn) : drawn
console.log(`${rounds.length} rounds, seed ${seed}`)
const world = await makeWorld({ scale: Number(values.scale), disk: Number(values.disk) })
const outcomes: Outcome[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void world.stop().finally(() => process.exit(1)))
}

/** Runs the rounds from one on, as far as they strike the same work. Answers how many these were. */
async function runFrom(at: number): Promise<number> {
  let count = 0
  // Each round draws for itself, so that one that went otherwise does not change those after it.
  const randomAt = (nth: number) => randomOf(seed + at + nth + 1)
  for await (const outcome of runRounds(
    world,
    frontOf(rounds.slice(at), together),
    randomAt,
    `r${seed}-${at + 1}`,
  )) {
    count += 1
    outcomes.push(outcome)
    tell(outcome, at + count)
  }
  return count
}

try {
  for (let at = Number(values.from) - 1; at < rounds.length;) {
    at += await runFrom(at)
    if (values.stop && outcomes.some(({ faults }) => faults.length > 0)) break
  }
} finally {
  await world.stop()
}
console.log(`\n${tablesOf(outcomes)}`)
const faulty = outcomes.filter(({ faults }) => faults.length > 0).length
console.log(
  `\n${outcomes.length} rounds, seed ${seed}: ${faulty === 0 ? 'nothing lost, nothing doubled' : `${faulty} with faults`}`,
)
process.exitCode = faulty === 0 ? 0 : 1
// Connections of processes that were killed may still be closing.
process.exit()
