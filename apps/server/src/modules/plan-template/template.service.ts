import type { PlanTemplate, SavePlanTemplate } from '@steward/contracts/success-plan/template'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { SuccessPlans } from '../success-plan/index.ts'
import { readRich } from '../timeline/index.ts'
import { faultsOf, faultsOfCurrencies, templateOf } from './template.rules.ts'
import { archiveTemplate, findTemplate, listTemplates, putTemplate } from './template.store.ts'

export interface TemplateNeighbours {
  audit: AuditService
  plans: Pick<SuccessPlans, 'read'>
  currency: Pick<CurrencyService, 'book'>
}

export const unknownTemplate = () =>
  notFound('plan_template.unknown', 'This template was deleted. Choose another one.')

const stored = (text: string | null, field: string): string | null =>
  text ? readRich(text, field).body : null

/** Templates of success plans. */
export function createTemplateService(platform: Platform, { audit, plans, currency }: TemplateNeighbours) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  async function save(
    actor: Actor,
    templateId: number | null,
    { description, items, ...form }: SavePlanTemplate,
  ): Promise<PlanTemplate> {
    const template: SavePlanTemplate = {
      ...form,
      description: stored(description, 'description'),
      items: items.map((item, at) => ({
        ...item,
        description: stored(item.description, `items.${at}.description`),
      })),
    }
    const { activeIds } = await currency.book(actor.tenantId)
    const faults = { ...faultsOf(template), ...faultsOfCurrencies(template, activeIds) }
    if (Object.keys(faults).length > 0) throw invalid('plan_template.invalid', faults)
    return transact(dbOf(actor), async (tx) => {
      const id = await putTemplate(tx, actor.tenantId, templateId, template, platform.clock.now())
      const found = id === undefined ? undefined : await findTemplate(tx, actor.tenantId, id)
      if (!found) throw unknownTemplate()
      await audit.write(tx, actor.tenantId, {
        action: templateId === null ? 'success-plan.template_created' : 'success-plan.template_changed',
        summary: `The template “${template.name}” of success plans was ${templateId === null ? 'created' : 'changed'}`,
        actor,
        details: { templateId: found.templateId },
      })
      return found
    })
  }

  return {
    list: (actor: Actor) => listTemplates(dbOf(actor), actor.tenantId),

    async read(actor: Actor, templateId: number): Promise<PlanTemplate> {
      const template = await findTemplate(dbOf(actor), actor.tenantId, templateId)
      if (!template) throw unknownTemplate()
      return template
    },

    save,

    /** A template of a plan that the actor sees. */
    async createFromPlan(actor: Actor, successPlanId: number, name: string): Promise<PlanTemplate> {
      return save(actor, null, templateOf(await plans.read(actor, successPlanId), name))
    },

    async archive(actor: Actor, templateId: number): Promise<void> {
      await transact(dbOf(actor), async (tx) => {
        const name = await archiveTemplate(tx, actor.tenantId, templateId)
        if (name === undefined) throw unknownTemplate()
        await audit.write(tx, actor.tenantId, {
          action: 'success-plan.template_archived',
          summary: `The template “${name}” of success plans was archived`,
          actor,
          details: { templateId },
        })
      })
    },
  }
}

export type TemplateService = ReturnType<typeof createTemplateService>
