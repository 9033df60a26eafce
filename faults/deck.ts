import type { Random } from './random.ts'
import type { Round } from './round.ts'
import { clientStrikes } from './strike/client.strike.ts'
import { clockStrikes } from './strike/clock.strike.ts'
import { diskStrikes } from './strike/disk.strike.ts'
import { endpointStrikes } from './strike/endpoint.strike.ts'
import { databaseStrikes, killStrikes } from './strike/kill.strike.ts'
import { lineStrikes } from './strike/line.strike.ts'
import { poisonStrikes } from './strike/poison.strike.ts'
import { exportWork } from './work/export.work.ts'
import { importWork } from './work/import.work.ts'
import { mailWork } from './work/mail.work.ts'
import { healthWork, bulkWork, rollupWork } from './work/bulk.work.ts'
import { scenarioWork } from './work/scenario.work.ts'
import { undoWork } from './work/undo.work.ts'
import { webhookWork } from './work/webhook.work.ts'

const works = [
  importWork,
  bulkWork,
  rollupWork,
  healthWork,
  mailWork,
  webhookWork,
  exportWork,
  undoWork,
  scenarioWork,
]
const strikes = [
  ...killStrikes,
  ...databaseStrikes,
  ...lineStrikes,
  ...diskStrikes,
  ...clockStrikes,
  ...clientStrikes,
  ...poisonStrikes,
  ...endpointStrikes,
]

const nameOf = ({ strike, work }: Round): string => `${strike.name} during ${work.name}`

/** Every fault during every work whose name holds `only`, in an order that is drawn; again from the first at its end. */
export function drawRounds(count: number, random: Random, only: RegExp): Round[] {
  const all = strikes.flatMap((strike) =>
    works
      .filter(({ name }) => strike.during === undefined || strike.during === name)
      .map((work) => ({ strike, work })),
  )
  const deck = random.shuffled(all.filter((round) => only.test(nameOf(round))))
  if (deck.length === 0)
    throw new Error(`No round is called ${only}. They are:\n${all.map(nameOf).join('\n')}`)
  return Array.from({ length: count }, (_, at) => deck[at % deck.length] as Round)
}

/** The rounds so that those during the same work follow each other, in the order in which they were drawn. */
export const gathered = (rounds: readonly Round[]): Round[] =>
  [...Map.groupBy(rounds, ({ work }) => work).values()].flat()

/** Those at the front that are during the same work, at most so many. */
export function frontOf(rounds: readonly Round[], most: number): Round[] {
  const other = rounds.findIndex(({ work }) => work !== rounds[0]?.work)
  return rounds.slice(0, Math.min(most, other === -1 ? rounds.length : other))
}
