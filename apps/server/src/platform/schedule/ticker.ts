import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { dueTask } from './due-work.jobs.ts'
import { claimDueWork, listDueTenants } from './due-work.store.ts'
import { leaseTicker, notePass, releaseTicker } from './ticker.store.ts'

const tickerName = 'due-work'
/** Seconds between the beginnings of two passes. */
const tickerPeriod = 2
/** Seconds after which another process may take over. It outlasts a claim, the longest step between two renewals. */
const lease = 30
/** Rows of one tenant that are claimed before the next tenant has its turn. */
const slice = 500

export interface TickerParts {
  owner: pg.Pool
  clock: Clock
  log: Logger
  /** Seconds; `tickerPeriod` when absent. */
  period?: number
}

/**
 * Hands due work to the job queue until stopped. Of all processes on the database one holds the lease and looks; tenants
 * take turns, a slice each.
 */
export function startTicker({ owner, clock, log, period = tickerPeriod }: TickerParts) {
  const holder = randomUUID()
  const keepLease = () => leaseTicker(owner, tickerName, holder, { period, lease })
  let isStopped = false
  let isAway = false
  let timer: NodeJS.Timeout | undefined
  let pass: Promise<void> = Promise.resolve()

  /** Claims a slice of each tenant; gives those that may have more. What fails for one tenant is left to the next pass. */
  async function claimSlices(tenantIds: readonly number[], now: Date): Promise<number[]> {
    const unfinished: number[] = []
    for (const tenantId of tenantIds) {
      if (isStopped) return []
      try {
        const claimed = await claimDueWork(owner, tenantId, now, slice, dueTask)
        if (claimed === slice) unfinished.push(tenantId)
      } catch (error) {
        log.error({ err: error, tenantId }, 'scheduled work of a company could not be claimed')
      }
    }
    return unfinished
  }

  async function runPass(): Promise<void> {
    if (!(await keepLease())) return
    const now = clock.now()
    let tenantIds = await listDueTenants(owner, now)
    while (tenantIds.length > 0 && !isStopped) {
      tenantIds = await claimSlices(tenantIds, now)
      if (!(await keepLease())) return
    }
    await notePass(owner, tickerName, holder)
  }

  async function tick(): Promise<void> {
    const began = performance.now()
    try {
      await runPass()
      isAway = false
    } catch (error) {
      if (!isAway) log.error({ err: error }, 'scheduled work could not be looked for; the ticker goes on')
      isAway = true
    }
    if (isStopped) return
    const rest = Math.max(0, period * 1000 - (performance.now() - began))
    timer = setTimeout(() => void (pass = tick()), rest).unref()
  }

  pass = tick()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await pass
      await releaseTicker(owner, tickerName, holder).catch(() => undefined)
    },
  }
}
