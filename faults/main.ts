import { parseArgs } from 'node:util'
import { drawRounds } from './deck.ts'
import { randomOf } from './random.ts'
import { runRound, type Outcome } from './round.ts'
import { tablesOf } from './table.ts'
import { makeWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string', default: '1' },
    scale: { type: 'string', default: '1' },
    only: { type: 'string', default: '.' },
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
const rounds = drawRounds(Number(values.rounds), randomOf(seed), new RegExp(values.only))
console.log(`${rounds.length} rounds, seed ${seed}`)
const world = await makeWorld({ scale: Number(values.scale) })
const outcomes: Outcome[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void world.stop().finally(() => process.exit(1)))
}
try {
  for (const [at, round] of rounds.entries()) {
    if (at + 1 < Number(values.from)) continue
    // Each round draws for itself, so that one that went otherwise does not change those after it.
    const outcome = await runRound(world, round, randomOf(seed + at + 1), `r${seed}-${at + 1}`)
    outcomes.push(outcome)
    tell(outcome, at + 1)
    if (values.stop && outcome.faults.length > 0) break
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
