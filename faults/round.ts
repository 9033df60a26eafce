import { setTimeout as wait } from 'node:timers/promises'
import { checkRules, settle } from './invariants.ts'
import type { Random } from './random.ts'
import { struck, type Said, type Strike } from './strike/strike.ts'
import { until } from './until.ts'
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
  /** Seconds of the whole round. */
  seconds: number
  asked: number
  acknowledged: number
  /** Mails that were taken again under the same Message-ID. */
  repeats: number
  faults: string[]
  note: string | undefined
}

/** Milliseconds in which Steward serves again, and in which the work is over, once nothing is broken any more. */
const patience = { serve: 60_000, work: 180_000 }
/** The most milliseconds between the beginning of the work and the fault. */
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

async function checkAll(world: World, started: Started, writer: Writer): Promise<string[]> {
  return [
    ...writer.faults,
    ...(await settle(world)),
    ...(await started.check()),
    ...(await writer.check()),
    ...(await checkRules(world)),
    ...(await findEnded(world)),
  ]
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Lets a fault strike while work and single writes go on, and looks at all data when it is over. */
export async function runRound(world: World, round: Round, random: Random, tag: string): Promise<Outcome> {
  const from = performance.now()
  const repeatsBefore = countRepeats(world)
  const hasSaid = markLogs(world)
  const writer = startWriter(world, tag)
  const started = await round.work.start(world, random, tag)
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
  await until(`The ${round.work.name}`, patience.work, () => started.isOver()).catch((error: unknown) =>
    faults.push(sentence(error)),
  )
  await writer.stop()
  faults.push(...(await checkAll(world, started, writer).catch((error: unknown) => [sentence(error)])))
  faults.push(
    ...said
      .filter((one) => !hasSaid(one))
      .map(({ who, what }) => `the log of ${who} has nothing like ${what}`),
  )
  return {
    round,
    kills,
    recovered: recovered / 1000,
    seconds: (performance.now() - from) / 1000,
    asked: writer.asked,
    acknowledged: writer.acknowledged,
    repeats: countRepeats(world) - repeatsBefore,
    faults,
    note,
  }
}
