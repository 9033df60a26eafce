import { changeKindIds } from '@steward/contracts/record-history'
import { query, transact, type Db } from '../../platform/db/database.ts'

/** Acts that are forgotten in one transaction. */
const most = 200
/** What the story of a record is told by for good. */
const keptKeys = ['stageId', 'pulse']

const keptOf = (values: string): string =>
  `(select jsonb_object_agg(k.key, k.value) from jsonb_each(${values}) k where k.key = any ($3::text[]))`

/**
 * Forgets what acts from before a time changed in records: values, and records that were deleted. That they
 * were done stays, and so do the stages and pulses that records had. Gives how many acts.
 */
export function forgetChanges(db: Db, tenantId: number, before: Date): Promise<number> {
  return transact(db, async (tx) => {
    const acts = await query<{ id: number }>(
      tx,
      `update change_set set forgotten_at = now() where tenant_id = $1 and change_set_id in (
         select s.change_set_id from change_set s
         where s.tenant_id = $1 and s.at < $2 and s.forgotten_at is null
         order by s.at limit ${most} for update skip locked)
       returning change_set_id as id`,
      [tenantId, before],
    )
    const ids = acts.map(({ id }) => id)
    if (ids.length === 0) return 0
    const values = [tenantId, ids, keptKeys]
    await query(
      tx,
      `delete from change where tenant_id = $1 and change_set_id = any ($2::bigint[])
         and (kind = ${changeKindIds.delete} or kind = ${changeKindIds.update} and not after ?| $3::text[])`,
      values,
    )
    await query(
      tx,
      `update change set before = ${keptOf('before')}, after = ${keptOf('after')}
       where tenant_id = $1 and change_set_id = any ($2::bigint[]) and kind = ${changeKindIds.update}`,
      values,
    )
    return ids.length
  })
}
