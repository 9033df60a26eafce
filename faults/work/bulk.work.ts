import type { Random } from '../random.ts'
import { dueNow } from '../invariants.ts'
import { readJob } from '../import-file.ts'
import type { World } from '../world.ts'
import { differences, type Started, type Work } from './work.ts'

let lastMark = 0

/** A mark that no account has: others of the same points follow those of the other kind. */
function nextMark(random: Random): number {
  const isHigh = lastMark < 50
  lastMark = isHigh ? random.between(50, 99) : random.between(0, 49)
  return lastMark
}

async function startBulkUpdate(world: World, mark: number): Promise<number> {
  const change = { data: { [world.furniture.mark.name]: mark } }
  const body = { type: 'massUpdate', level: 'account', selection: { filter: '' }, change }
  return (await world.client.post('/core/entity/bulk', body)).data.jobId
}

/** What is wrong with the marks: every account was set once, and by this job. */
async function checkBulkUpdate(world: World, jobId: number, mark: number, before: number): Promise<string[]> {
  const { furniture, sql, client } = world
  const job = await readJob(client, jobId)
  const field = String(furniture.mark.id)
  const [counts = {}] = await sql<Record<string, number>>(
    `select count(*) filter (where (custom->>$1)::numeric = $2)::int marked,
       (select count(*)::int from change c join change_set s using (tenant_id, change_set_id)
        where c.change_set_id > $3 and s.actor_id is not null and c.after ? $1) changes
     from record where level = 2`,
    [field, mark, before],
  )
  const { accounts } = furniture
  return [
    ...differences({ ...job, ...job.counts }, { state: 40, failure: null, update: accounts, refused: 0 }),
    ...differences(counts, { marked: accounts, changes: accounts }),
  ].map((sentence) => `bulk update: ${sentence}`)
}

async function startMarking(world: World, random: Random): Promise<Started> {
  const mark = nextMark(random)
  const [{ newest } = { newest: 0 }] = await world.sql<{ newest: number }>(
    'select coalesce(max(change_set_id), 0)::int newest from change_set',
  )
  const jobId = await startBulkUpdate(world, mark)
  return {
    isOver: async () => (await readJob(world.client, jobId)).state >= 30,
    check: () => checkBulkUpdate(world, jobId, mark, newest),
  }
}

export const bulkWork: Work = { name: 'bulk update', start: startMarking }

/** How far what follows from other values has come. */
async function isFollowing(world: World, table: 'calculation_pending' | 'score_pending'): Promise<boolean> {
  await world.sql(dueNow)
  const [{ n } = { n: 0 }] = await world.sql<{ n: number }>(
    `select (select count(*) from event) + (select count(*) from ${table}) n`,
  )
  return Number(n) > 0
}

/** Strikes while values that follow the marks are calculated: the bulk update itself is over. */
function followingWork(name: string, table: 'calculation_pending' | 'score_pending'): Work {
  return {
    name,
    async start(world, random) {
      const marking = await startMarking(world, random)
      while (!(await marking.isOver()) && !(await isFollowing(world, table)))
        await new Promise((resolve) => setTimeout(resolve, 20))
      return {
        // The values that follow are waited for with everything else.
        isOver: () => marking.isOver(),
        check: () => marking.check(),
      }
    },
  }
}

// Whether the values are right is asked after every round, of all records.
export const rollupWork = followingWork('roll-up', 'calculation_pending')
export const healthWork = followingWork('health', 'score_pending')
