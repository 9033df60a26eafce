import type { LevelId } from '@steward/contracts/level'
import { notificationCategories, type NotificationCategory } from '@steward/contracts/plain/notification'
import type { UnseenNotifications } from '@steward/contracts/notification'
import type { Actor } from '../../platform/actor.ts'
import { query, queryTexts, type Db, type Tx } from '../../platform/db/database.ts'
import { isoOf } from '../../platform/db/instant.reader.ts'
import { nextPageSize } from '../../platform/db/limit.ts'
import type { Payload } from './notification.kind.ts'
import { visibleSql, visibleToSql } from './notification.policy.ts'

/** A notification as the table holds it. */
export interface NotificationRow {
  id: number
  category: NotificationCategory
  kind: string
  subjectKind: string
  subjectId: number
  payload: Payload
  count: number
  firstActor: number | null
  lastActor: number | null
  isSeen: boolean
  position: number
  createdAt: string
  updatedAt: string
}

/**
 * Reads notifications `p`, each as one text with commas between its values and its payload at the end, and beside it the
 * epochs of the recipient: the driver takes longer for thirteen columns than the database. No other value has a comma.
 */
const linesSql = (from: string): string =>
  `select concat_ws(',', p.notification_id, p.category, p.kind, p.subject_kind, p.subject_id, p.count,
       coalesce(p.first_actor, 0), coalesce(p.last_actor, 0), p.seen::int, p.epoch, p.position, p.updated_at,
       case when p.created_at = p.updated_at then '' else p.created_at::text end, p.payload),
     (select string_agg(concat(u.category, ':', u.epoch), ',') from notification_unseen u
      where u.tenant_id = $1 and u.recipient = $2)
   from (${from}) p`

/** Values of a line before its payload. */
const valuesOfLine = 13

function rowOf(line: string, epochs: ReadonlyMap<string, number>): NotificationRow {
  const values = line.split(',', valuesOfLine)
  const at = (nth: number): string => values[nth] ?? ''
  const payloadAt = values.reduce((length, { length: more }) => length + more + 1, 0)
  const updatedAt = isoOf(at(11))
  return {
    id: Number(at(0)),
    category: at(1) as NotificationCategory,
    kind: at(2),
    subjectKind: at(3),
    subjectId: Number(at(4)),
    payload: JSON.parse(line.slice(payloadAt)) as Payload,
    count: Number(at(5)),
    firstActor: Number(at(6)) || null,
    lastActor: Number(at(7)) || null,
    isSeen: at(8) === '1' || Number(at(9)) < (epochs.get(at(1)) ?? 0),
    position: Number(at(10)),
    createdAt: at(12) === '' ? updatedAt : isoOf(at(12)),
    updatedAt,
  }
}

function epochsOf(text: string): Map<string, number> {
  return new Map(
    text.split(',').map((one): [string, number] => {
      const [category = '', epoch] = one.split(':')
      return [category, Number(epoch)]
    }),
  )
}

/** Runs a statement of `linesSql`. */
async function readLines(db: Db | Tx, text: string, values: readonly unknown[]): Promise<NotificationRow[]> {
  const lines = await queryTexts(db, text, values)
  const epochs = epochsOf(lines[0]?.[1] ?? '')
  return lines.map(([line]) => rowOf(line ?? '', epochs))
}

export interface PageRequest {
  category: NotificationCategory | 'all'
  /** Only what is below this position. */
  below: number | null
  unseenOnly: boolean
  limit: number
}

/** The statement of a page: one range of an index, but for the unseen ones of all categories, whose epochs differ. */
function pageSql(category: PageRequest['category'], unseenOnly: boolean, most: number): string {
  const own = 'from notification n where n.tenant_id = $1 and n.recipient = $2'
  const latest = `and n.position < $3::bigint order by n.position desc limit ${most}`
  if (!unseenOnly) return `select * ${own} ${category === 'all' ? '' : 'and n.category = $4'} ${latest}`
  if (category !== 'all') {
    return `select n.* from notification_unseen u join notification n on n.tenant_id = u.tenant_id
       and n.recipient = u.recipient and n.category = u.category and n.epoch = u.epoch
     where u.tenant_id = $1 and u.recipient = $2 and u.category = $4 and not n.seen ${latest}`
  }
  return `select q.* from notification_unseen u cross join lateral (
       select * ${own} and n.category = u.category and n.epoch = u.epoch and not n.seen ${latest}) q
     where u.tenant_id = $1 and u.recipient = $2 and u.n > 0 order by q.position desc limit ${most}`
}

/** Notifications of a user, the latest first. */
export async function readPage(
  db: Db | Tx,
  tenantId: number,
  recipient: number,
  { category, below, unseenOnly, limit }: PageRequest,
): Promise<NotificationRow[]> {
  const name = `notification.${unseenOnly ? 'unseen-' : ''}page${category === 'all' ? '' : '-of'}`
  const from = pageSql(category, unseenOnly, nextPageSize(limit))
  const rows = await readLines(db, `/*${name}*/ ${linesSql(from)}`, [
    tenantId,
    recipient,
    below ?? Number.MAX_SAFE_INTEGER,
    ...(category === 'all' ? [] : [category]),
  ])
  return rows.slice(0, limit)
}

/** One notification of a user. */
export async function findNotification(
  db: Db,
  tenantId: number,
  recipient: number,
  id: number,
): Promise<NotificationRow | undefined> {
  const [row] = await readLines(
    db,
    `/*notification.one*/ ${linesSql(`select * from notification n
     where n.tenant_id = $1 and n.recipient = $2 and n.notification_id = $3`)}`,
    [tenantId, recipient, id],
  )
  return row
}

/** The position that an id of a list stands for: that of the notification, or the number itself. */
export async function findPosition(
  db: Db,
  tenantId: number,
  recipient: number,
  lastId: number,
): Promise<number> {
  const rows = await query<{ position: number }>(
    db,
    `/*notification.position*/ select position from notification
     where tenant_id = $1 and recipient = $2 and notification_id = $3`,
    [tenantId, recipient, lastId],
  )
  return rows[0]?.position ?? lastId
}

/** How many are unseen, by category. */
export async function countUnseen(
  db: Db | Tx,
  tenantId: number,
  recipient: number,
): Promise<UnseenNotifications> {
  const rows = await query<{ category: NotificationCategory; n: number }>(
    db,
    `/*notification.unseen*/ select category, n from notification_unseen where tenant_id = $1 and recipient = $2`,
    [tenantId, recipient],
  )
  const counts = Object.fromEntries(notificationCategories.map((name) => [name, 0])) as Omit<
    UnseenNotifications,
    'all'
  >
  for (const { category, n } of rows) counts[category] = n
  return { ...counts, all: rows.reduce((sum, { n }) => sum + n, 0) }
}

/** Which records of an operation a notification is about. */
export interface BehindRequest {
  kind: string
  changeSetId: number
  level: LevelId
  /** The key of the field whose users changed; null for a change of any field. */
  key: string | null
  after: number
  limit: number
}

export interface BehindRow {
  recordId: number
  level: LevelId
  name: string
  isArchived: boolean
}

/** A user's part in a value of the ledger: 2 first of the owners, 1 one of them, 0 none. */
const partSql = (value: string, user: string): string =>
  `case when ${value} -> 0 = ${user} then 2 when ${value} @> ${user} then 1 else 0 end`

/** Whether the part of the user changed from `w` to `i` as the kind says. */
const movesByKind: Readonly<Record<string, string>> = {
  'owner.primary.gained': 'i = 2 and w <> 2',
  'owner.primary.lost': 'w = 2 and i <> 2',
  'owner.secondary.gained': 'i = 1 and w = 0',
  'owner.secondary.lost': 'i = 0 and w = 1',
  'user.gained': 'i > w',
  'user.lost': 'i < w',
}

/** The records behind a notification that the actor may see now, by id. */
export function readBehind(db: Db | Tx, actor: Actor, request: BehindRequest): Promise<BehindRow[]> {
  const moves = movesByKind[request.kind]
  const me = `to_jsonb(${actor.userId}::int)`
  const now = `case when c.kind = 1 then case when $5 = 'owners' then to_jsonb(r.owners) else r.custom -> $5 end
    else c.after -> $5 end`
  const concerned = moves
    ? `exists (select from (select ${partSql(`coalesce(c.before -> $5, 'null')`, me)} as w,
         ${partSql(`coalesce(${now}, 'null')`, me)} as i) p where ${moves})`
    : `$5::text is null and (r.owners @> '{${actor.userId}}' or exists (select from notification_follow f
         where f.tenant_id = $1 and f.record_id = r.record_id and f.user_id = ${actor.userId} and f.follows))`
  return query<BehindRow>(
    db,
    `select r.record_id as "recordId", r.level, r.name, r.archived as "isArchived"
     from changed_record c
     join record_fenced r on r.tenant_id = $1 and r.record_id = c.record_id
     where c.tenant_id = $1 and c.change_set_id = $2 and c.record_id > $3 and r.level = $4
       and ${concerned} and ${visibleSql(actor, 'r')}
     order by c.record_id limit $6`,
    [actor.tenantId, request.changeSetId, request.after, request.level, request.key, request.limit],
  )
}

/** Whether a user set that they follow a record, or do not; and who else does. */
export async function readFollow(
  db: Db,
  tenantId: number,
  recordId: number,
): Promise<ReadonlyMap<number, boolean>> {
  const rows = await query<{ userId: number; follows: boolean }>(
    db,
    `/*notification.followers*/ select user_id as "userId", follows from notification_follow
     where tenant_id = $1 and record_id = $2`,
    [tenantId, recordId],
  )
  return new Map(rows.map(({ userId, follows }) => [userId, follows]))
}

/** Which of some users, who see only their own records, can't see a record. */
export async function findUnable(
  db: Db,
  tenantId: number,
  recordId: number,
  scoped: readonly number[],
): Promise<number[]> {
  const rows = await query<{ userId: number }>(
    db,
    `/*notification.unable*/ select x.recipient as "userId" from unnest($3::int[]) x(recipient)
     where not exists (select from record r where r.tenant_id = $1 and r.record_id = $2
       and ${visibleToSql('$1', 'x.recipient', 'r')}) order by 1`,
    [tenantId, recordId, scoped],
  )
  return rows.map(({ userId }) => userId)
}
