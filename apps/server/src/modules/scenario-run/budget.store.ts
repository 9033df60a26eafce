import { query, type Tx } from '../../platform/db/database.ts'

/** Takes actions from what a scenario may do on a day. Answers how many it was given: all, some or none. */
export async function takeActions(
  tx: Tx,
  { tenantId, scenarioId }: { tenantId: number; scenarioId: number },
  day: string,
  asked: number,
  most: number,
): Promise<number> {
  await query(
    tx,
    `/*scenario_budget.open*/ insert into scenario_budget (tenant_id, scenario_id, day, used) values ($1, $2, $3, 0)
     on conflict (tenant_id, scenario_id, day) do nothing`,
    [tenantId, scenarioId, day],
  )
  const [row] = await query<{ taken: number }>(
    tx,
    `/*scenario_budget.take*/
    with locked as (
      select used from scenario_budget where tenant_id = $1 and scenario_id = $2 and day = $3 for update
    ), taken as (
      select greatest(0, least($4::bigint, $5::bigint - used)) as n from locked
    ), noted as (
      update scenario_budget b set used = b.used + t.n from taken t
      where b.tenant_id = $1 and b.scenario_id = $2 and b.day = $3
    )
    select n as taken from taken`,
    [tenantId, scenarioId, day, asked, most],
  )
  return row?.taken ?? 0
}
