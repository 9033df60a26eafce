import type { TestApp } from '../../../test/harness.ts'

/** Waits until every event was handled by scenarios, and nothing in them is ready to go on. Throws what fails. */
export async function settle(app: TestApp): Promise<void> {
  const { owner } = app.application.platform.database
  const open = async () => {
    const { rows } = await owner.query<{ events: number; jobs: number; failure: string | null }>(
      `select (select count(*)::int from event e left join event_subscription p
           on p.tenant_id = e.tenant_id and p.subscriber = 'scenario-run'
         where e.tenant_id = $1 and (e.position is null or e.position > coalesce(p.position, 0))) as events,
         (select count(*)::int from graphile_worker.jobs
          where task_identifier like 'scenario.%' and task_identifier <> 'scenario.fold') as jobs,
         coalesce((select failure from event_subscription where tenant_id = $1 and subscriber = 'scenario-run'),
           (select max(last_error) from graphile_worker.jobs where task_identifier like 'scenario.%')) as failure`,
      [app.tenantId],
    )
    const [row] = rows
    if (row?.failure) throw new Error(row.failure)
    return (row?.events ?? 0) + (row?.jobs ?? 0)
  }
  while ((await open()) !== 0) await new Promise((resolve) => setTimeout(resolve, 30))
}
