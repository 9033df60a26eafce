import type { Call } from '../load.ts'
import { measurePair, type Row } from '../measure.ts'
import type { Stage } from '../stage.ts'
import { benchMarking, type MarkingFigures } from './marking.bench.ts'

const kept = 200_000
const followers = 50
/** Accounts that are changed by turns; the second half of them has followers. */
const changed = 100

const works = {
  drawer: `notifications: unseen count and first page of a user with ${kept}`,
  marking: 'notifications: all marked as seen',
  followed: `change of one field of an account with ${followers} followers, their notifications included`,
}

/** Notifications of the bench's user about imports, four fifths of them seen. */
async function fillNotifications({ client, setup }: Stage): Promise<void> {
  const { tenantId, userId } = setup
  await client.query(
    `insert into notification (tenant_id, notification_id, recipient, category, kind, subject_kind, subject_id, fold_key,
       payload, count, epoch, seen, position, created_at, updated_at)
     select $1, 10000000 + i, $2, 'bulkUpdate', 'export.finished', 'export', i, 'bench:' || i,
       '{"level": 2, "fileName": "accounts.csv", "outcome": "ready"}', 1, 0, i % 5 > 0, 10000000 + i,
       now() - ($3 - i) * interval '1 minute', now() - ($3 - i) * interval '1 minute'
     from generate_series(1, $3::int) i`,
    [tenantId, userId, kept],
  )
  await client.query(
    `insert into notification_unseen (tenant_id, recipient, category, n, epoch)
     select $1, $2, 'bulkUpdate', count(*) filter (where not seen), 0 from notification
     where tenant_id = $1 and recipient = $2
     on conflict (tenant_id, recipient, category) do update set n = excluded.n`,
    [tenantId, userId],
  )
  await client.query(`
    create table ideal.notification (tenant_id int, recipient int, notification_id bigint, is_seen boolean, text text,
      at timestamptz, primary key (tenant_id, recipient, notification_id));
    insert into ideal.notification
      select tenant_id, recipient, notification_id, seen, 'Your export "accounts.csv" is ready', created_at
      from notification where tenant_id = ${tenantId} and recipient = ${userId};
    create table ideal.unseen (tenant_id int, recipient int, category text, n int,
      primary key (tenant_id, recipient, category));
    insert into ideal.unseen select tenant_id, recipient, category, n from notification_unseen
      where tenant_id = ${tenantId} and recipient = ${userId}`)
  await client.query('vacuum (analyze) notification')
  await client.query('vacuum (analyze) ideal.notification')
}

const floors = [
  {
    name: 'unseen',
    parameters: ['tenant', 'user'],
    text: 'select category, n from ideal.unseen where tenant_id = $1 and recipient = $2',
  },
  {
    name: 'notifications',
    parameters: ['tenant', 'user'],
    text: `select notification_id, is_seen, text, at from ideal.notification
      where tenant_id = $1 and recipient = $2 order by notification_id desc limit 16`,
  },
]

/** Users who follow some of the accounts. */
async function fillFollowers({ client, setup }: Stage, ids: readonly number[]): Promise<void> {
  await client.query(
    `with made as (
       insert into app_user (tenant_id, email, first_name, role_id, status, created_at)
       select $1, 'follower' || i || '@bench.example', 'Follower ' || i, 2, 'ACTIVE', now()
       from generate_series(1, $2::int) i returning user_id)
     insert into notification_follow (tenant_id, record_id, user_id, follows)
     select $1, r, user_id, true from made cross join unnest($3::bigint[]) r`,
    [setup.tenantId, followers, ids],
  )
}

const get = (path: string): Call => ({ method: 'GET', path })

const change = (id: number | undefined, n: number): Call => ({
  method: 'POST',
  path: `/api/core/accounts/${id}`,
  body: { data: { about: `Change ${n} of ${performance.now()}` } },
})

/** The drawer of a user with many notifications, and what followers cost who changes a record. */
export async function benchNotifications(
  stage: Stage,
  seconds: number,
  only: RegExp,
): Promise<{ rows: Row[]; marking: MarkingFigures | undefined }> {
  const rows: Row[] = []
  let marking: MarkingFigures | undefined
  const { tenantId, userId } = stage.setup
  const isMarked = only.test(works.marking)
  if (only.test(works.drawer) || isMarked) await fillNotifications(stage)
  if (only.test(works.drawer)) {
    const floor = await stage.startFloor(floors)
    const query = `tenant=${tenantId}&user=${userId}`
    const list = '/api/notification/notification?mode=1&size=15'
    const pair = {
      work: works.drawer,
      bound: 2,
      floor: (n: number) => get(`/${n % 2 === 0 ? 'unseen' : 'notifications'}?${query}`),
      steward: (n: number) => get(n % 2 === 0 ? '/api/notification/notification/unseen?mode=1' : list),
    }
    rows.push(await measurePair(stage, floor, pair, seconds))
  }
  if (only.test(works.followed)) {
    const { rows: found } = await stage.client.query<{ id: number }>(
      'select record_id::int as id from record where tenant_id = $1 and level = 2 order by record_id limit $2',
      [tenantId, changed],
    )
    const ids = found.map(({ id }) => id)
    const half = Math.floor(ids.length / 2)
    await fillFollowers(stage, ids.slice(half))
    const pair = {
      work: works.followed,
      // The bound of 1.1 is that of the change alone, which the bench of webhooks measures.
      bound: 1.5,
      floor: (n: number) => change(ids[n % half], n),
      steward: (n: number) => change(ids[half + (n % half)], n),
    }
    rows.push(await measurePair(stage, stage.steward, pair, seconds))
  }
  if (isMarked) marking = await benchMarking(stage)
  return { rows, marking }
}
