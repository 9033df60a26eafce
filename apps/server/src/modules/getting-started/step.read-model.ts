import type { FirstStep } from '@steward/contracts/plain/getting-started'
import { query, type Db } from '../../platform/db/database.ts'

/** Organizations and accounts. */
const customers = '(1, 2)'
const note = 1

const ofDemo = (record: string) =>
  `exists (select from demo_record d where d.tenant_id = $1 and d.record_id = ${record})`

/** Which of the first steps are done, by what exists beside the sample customers and the people of `demoDomain`. */
export async function readSteps(
  db: Db,
  tenantId: number,
  demoDomain: string,
): Promise<Record<FirstStep, boolean>> {
  const [steps] = await query<Record<FirstStep, boolean>>(
    db,
    `/*getting_started.steps*/ select
       exists (select from record r where r.tenant_id = $1 and r.level in ${customers}
         and not ${ofDemo('r.record_id')}) as customers,
       exists (select from record r where r.tenant_id = $1 and r.health is not null
         and not ${ofDemo('r.record_id')}) as health,
       (select count(*) > 1 from (select from app_user u where u.tenant_id = $1 and u.kind = 'person'
         and u.status <> 'DEACTIVATED' and u.email not like '%@' || $2 limit 2) u) as teammates,
       exists (select from timeline_item i where i.tenant_id = $1 and i.kind = ${note} and i.deleted_at is null
         and not ${ofDemo('i.record_id')}) as note`,
    [tenantId, demoDomain],
  )
  return steps as Record<FirstStep, boolean>
}
