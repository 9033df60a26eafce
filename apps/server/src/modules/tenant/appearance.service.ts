import type { CompanyAppearance, SaveAppearance } from '@steward/contracts/company/appearance'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import { lockAppearance, putColor, readAppearance } from './tenant.store.ts'

/** How a company looks on the pages that its customers see. */
export function createAppearanceService(platform: Platform, { audit }: { audit: AuditService }) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  return {
    read: (actor: Actor): Promise<CompanyAppearance> => readAppearance(dbOf(actor), actor.tenantId),

    save: (actor: Actor, { color }: SaveAppearance): Promise<CompanyAppearance> =>
      transact(dbOf(actor), async (tx) => {
        const before = await lockAppearance(tx, actor.tenantId)
        if (before.color === color) return before
        await putColor(tx, actor.tenantId, color)
        await audit.write(tx, actor.tenantId, {
          action: 'company.color_changed',
          summary:
            color === null ? 'Removed the color of the company' : `Made ${color} the color of the company`,
          actor,
          details: { before: before.color, after: color },
        })
        return { ...before, color }
      }),
  }
}

export type AppearanceService = ReturnType<typeof createAppearanceService>
