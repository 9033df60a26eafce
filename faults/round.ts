import { setTimeout as wait } from 'node:timers/promises'
import { checkRules, settle } from './invariants.ts'
import type { Random } from './random.ts'
import { struck, type Said, type Strike } from './strike/strike.ts'
import { until, untilDone } from './until.ts'
import { countRepeats } from './work/mail.work.ts'
import type { Started, Work } from './work/work.ts'
import type { Role, World } from './world.ts'
import { startWriter, type Writer } from './writer.ts'

export interface Round {
  strike: Strike
  work: Work
}

export interface Outcome {
  round: Round
  kills: number
  /** Seconds from the end of the fault until a write is acknowledged again. */
  recovered: number
  /** Seconds of the whole round; of several during the same work, the last one includes the rest of it. */
  seconds: number
  asked: number
  acknowledged: number
  /** Mails that were taken again under the same Message-ID. */
  repeats: number
  faults: string[]
  note: string | undefined
}

/** Milliseconds in which Steward serves again and says so, and in which the work advances, once nothing is broken any more. */
const patience = { serve: 60_000, work: 180_000 }
/** The most milliseconds between the beginning of the work, or its last advance, and the fault. */
const latestStrike = 1500

/** What a log has grown by since a moment. */
function markLogs(world: World): (said: Said) => boolean {
  const logs = { ...world.processes }
  const from = Object.fromEntries(
    [...Object.entries(logs), ['database', world.database] as const].map(([who, one]) => [
      who,
      one.log.all.length,
    ]),
  )
  return ({ who, what }) => {
    if (who === 'database')
      return world.database.log.all.slice(from['database']).some((line) => what.test(line))
    const now = world.processes[who]
    const before = logs[who].log.all.slice(from[who])
    return [...before, ...(now === logs[who] ? [] : now.log.all)].some((line) => what.test(line))
  }
}

/** Processes that ended without having been killed. */
async function findEnded(world: World): Promise<string[]> {
  const faults: string[] = []
  for (const role of ['web', 'worker'] as Role[]) {
    const { ended, log } = world.processes[role]
    const end = await Promise.race([ended, wait(0, undefined)])
    if (!end) continue
    const said = log.all.slice(-12).join(' | ')
    faults.push(`the ${role} process ended by itself with ${end.code ?? end.signal}: ${said}`)
    await world.revive(role)
  }
  return faults
}

async function isWriting({ client }: World, tag: string): Promise<boolean> {
  const note = { globalFields: { name: `${tag} again`, email: 'a@example.com' } }
  return (await client.call('POST', '/core/contacts', note)).status === 200
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The faults when the work is over: of the work, the single writes and all data. */
async function checkAll(world: World, work: Work, started: Started, writer: Writer): Promise<string[]> {
  const faults: string[] = []
  const isOver = () => started.isOver()
  const progress = async () => (await started.progress?.()) ?? 0
  await untilDone(`The ${work.name}`, patience.work, isOver, progress).catch((error: unknown) =>
    faults.push(sentence(error)),
  )
  await writer.stop()
  return [
    ...faults,
    ...writer.faults,
    ...(await settle(world)),
    ...(await started.check()),
    ...(await writer.check()),
    ...(await checkRules(world)),
    ...(await findEnded(world)),
  ]
}

const untouched = (round: Round): Outcome => ({
  round,
  kills: 0,
  recovered: 0,
  seconds: 0,
  asked: 0,
  acknowledged: 0,
  repeats: 0,
  faults: [],
  note: undefined,
})

/** Lets one fault strike, and waits until Steward serves again and has logged what it has to. */
async function strikeOnce(world: World, round: Round, random: Random, tag: string): Promise<Outcome> {
  const repeatsBefore = countRepeats(world)
  const hasSaid = markLogs(world)
  await wait(random.between(0, latestStrike))
  const { kills, said, faults, note } = await round.strike
    .strike(world, random)
    .catch((error: unknown) => struck({ faults: [`the fault itself failed: ${sentence(error)}`] }))
  faults.push(...(await findEnded(world)))
  const serving = until('Serving again', patience.serve, () => isWriting(world, tag))
  const recovered = await serving.catch((error: unknown) => {
    faults.push(sentence(error))
    return patience.serve
  })
  const missing = () => said.filter((one) => !hasSaid(one))
  await until('The log', patience.serve, async () => missing().length === 0).catch(() => undefined)
  faults.push(...missing().map(({ who, what }) => `the log of ${who} has nothing like ${what}`))
  const repeats = countRepeats(world) - repeatsBefore
  return { ...untouched(round), kills, recovered: recovered / 1000, repeats, faults, note }
}

/** Waits until work has advanced since it had come to `before`. Answers false once there is nothing left to strike. */
async function hasAdvanced(started: Started, before: number): Promise<boolean> {
  let isDone = false
  await until('An advance', patience.work, async () => {
    isDone = await started.isOver()
    return isDone || !started.progress || (await started.progress()) > before
  }).catch(() => undefined)
  return !isDone
}

/**
 * Lets faults strike the same work one after the other while it and single writes go on, each once the work has
 * advanced since the last one, until it is over; then looks at all data. Those for which no work was left are not
 * among the outcomes.
 */
export async function* runRounds(
  world: World,
  rounds: readonly Round[],
  randomOf: (at: number) => Random,
  tag: string,
): AsyncGenerator<Outcome> {
  const [opening] = rounds
  if (!opening) return
  const { work } = opening
  const writer = startWriter(world, tag)
  let from = performance.now()
  let counted = { asked: 0, acknowledged: 0 }
  let last: Outcome | undefined

  /** The outcome with what was written and how long it took since the one before. */
  function closed(outcome: Outcome): Outcome {
    const { asked, acknowledged } = writer
    const since = {
      asked: asked - counted.asked,
      acknowledged: acknowledged - counted.acknowledged,
      seconds: (performance.now() - from) / 1000,
    }
    counted = { asked, acknowledged }
    from = performance.now()
    return { ...outcome, ...since }
  }

  const first = randomOf(0)
  let started: Started
  try {
    started = await work.start(world, first, tag)
  } catch (error) {
    await writer.stop()
    yield closed({ ...untouched(opening), faults: [`the work did not begin: ${sentence(error)}`] })
    return
  }
  for (const [at, round] of rounds.entries()) {
    if (last) {
      const before = (await started.progress?.().catch(() => 0)) ?? 0
      if (!(await hasAdvanced(started, before))) break
      yield closed(last)
    }
    last = await strikeOnce(world, round, at === 0 ? first : randomOf(at), tag)
  }
  if (!last) return
  const faults = await checkAll(world, work, started, writer).catch((error: unknown) => [sentence(error)])
  yield closed({ ...last, faults: [...last.faults, ...faults] })
}
