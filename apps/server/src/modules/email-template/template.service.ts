import {
  mailTemplateLimits,
  type ChangeMailTemplate,
  type CreateMailTemplate,
  type FilledMailTemplate,
  type FillMailTemplate,
  type MailTemplate,
} from '@steward/contracts/email-template'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError, invalid, notFound, violatedConstraint } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { CatalogueField, FieldService, FindUses } from '../field/index.ts'
import type { LifecycleService } from '../lifecycle/index.ts'
import { findRecordNames, type Records } from '../record/index.ts'
import { readRich } from '../timeline/index.ts'
import type { UserService } from '../user-management/index.ts'
import { fieldLabelOf, fieldLabelsIn, fillRichText, fillSubject, type Fill } from './template.rules.ts'
import { deleteTemplate, insertTemplate, listTemplates, updateTemplate } from './template.store.ts'

export interface TemplateNeighbours {
  users: Pick<UserService, 'directory'>
  fields: FieldService
  lifecycle: LifecycleService
  currency: CurrencyService
  records: Records
}

const unknownTemplate = () => notFound('email.template.unknown', 'This template does not exist.')

function refusal(error: unknown): unknown {
  if (violatedConstraint(error) !== 'email_template_name') return error
  const message = 'There is already a template with this name. Choose another name.'
  return new AppError('conflict', 'email.template.name', message, { name: message })
}

const idsIn = (value: unknown): number[] =>
  [value].flat().filter((id): id is number => typeof id === 'number')

const readBody = (body: string): string => readRich(body, 'body').body ?? ''

/** Texts that mails begin with, and what stands for their placeholders. */
export function createTemplates(platform: Platform, neighbours: TemplateNeighbours) {
  const { users, fields, lifecycle, currency, records } = neighbours
  const dbOf = ({ tenantId }: Actor): Db => platform.database.tenant(tenantId)

  /** What the fields of a record say in words. */
  async function wordsOf(actor: Actor, values: readonly { field: CatalogueField; value: unknown }[]) {
    const { tenantId } = actor
    const [directory, stages, definitions, names] = await Promise.all([
      users.directory(tenantId),
      lifecycle.stages(tenantId),
      currency.definitions(tenantId),
      findRecordNames(
        dbOf(actor),
        actor,
        values.flatMap(({ value }) => idsIn(value)),
      ),
    ])
    const wording = {
      users: directory.byId,
      stages: stages.byId,
      records: new Map([...names].map(([id, name]) => [id, { name }])),
      currencies: new Map(definitions.map((one) => [one.currencyDefinitionId, one])),
    }
    return (field: CatalogueField, value: unknown): string | null => {
      if (value === null || value === undefined) return null
      const word = (one: unknown): string => field.type.word?.(one, wording, field) ?? String(one)
      return Array.isArray(value) ? value.map(word).join(', ') : word(value)
    }
  }

  /** The values of the placeholders for a record and its author. Throws `not_found`. */
  async function fillOf(actor: Actor, { level, parentIdentifier }: FillMailTemplate): Promise<Fill> {
    const record = (await records.current(actor, [parentIdentifier])).get(parentIdentifier)
    if (record?.level !== level) {
      throw notFound('record.unknown', "This record does not exist, or you can't see it.")
    }
    const [catalogue, directory] = await Promise.all([
      fields.catalogue(actor.tenantId, level),
      users.directory(actor.tenantId),
    ])
    const author = directory.byId.get(actor.userId)
    const state = record.state as unknown as Record<string, unknown>
    const values = catalogue.fields.map((field) => ({ field, value: state[field.key] }))
    const word = await wordsOf(actor, values)
    const byLabel = new Map(
      values.map(({ field, value }) => [field.displayName.toLowerCase(), { field, value }]),
    )
    const fixed: Readonly<Record<string, string | null | undefined>> = {
      'record.name': String(state['name'] ?? ''),
      'organization.name': level === 1 ? String(state['name'] ?? '') : record.organizationName,
      'account.name': level === 2 ? String(state['name'] ?? '') : record.accountName,
      'user.firstName': author?.firstName,
      'user.lastName': author?.lastName,
      'user.email': author?.email,
    }
    return (name) => {
      const label = fieldLabelOf(name)
      if (label === undefined) return Object.hasOwn(fixed, name) ? fixed[name] : undefined
      const found = byLabel.get(label)
      return found && word(found.field, found.value)
    }
  }

  /** The templates with a placeholder of a custom field, which is named by its label. */
  const findUses: FindUses = async (tenantId, { fieldId, displayName }, once) => {
    if (fieldId === null) return []
    const all = await once('email template', async () => {
      const found = await listTemplates(platform.database.tenant(tenantId), tenantId)
      return found.map((template) => ({ name: template.name, labels: fieldLabelsIn(template) }))
    })
    return all
      .filter(({ labels }) => labels.has(displayName.toLowerCase()))
      .map(({ name }) => ({ kind: 'email template', name, count: 1 }))
  }

  return {
    findUses,

    list: (actor: Actor): Promise<MailTemplate[]> => listTemplates(dbOf(actor), actor.tenantId),

    /** Throws `conflict` for a name that is taken, `invalid_input` at `body` and `name`. */
    async create(actor: Actor, { name, subject, body }: CreateMailTemplate): Promise<MailTemplate> {
      const all = await listTemplates(dbOf(actor), actor.tenantId)
      if (all.length >= mailTemplateLimits.templates) {
        throw invalid('email.template.many', {
          name: `There can be at most ${mailTemplateLimits.templates} templates. Delete one first.`,
        })
      }
      const template = { name, subject, body: readBody(body) }
      return insertTemplate(dbOf(actor), actor.tenantId, template, actor.userId, platform.clock.now()).catch(
        (error: unknown) => {
          throw refusal(error)
        },
      )
    },

    async change(actor: Actor, templateId: number, change: ChangeMailTemplate): Promise<MailTemplate> {
      const { name, subject, body } = change
      const written = {
        ...(name === undefined ? {} : { name }),
        ...(subject === undefined ? {} : { subject }),
        ...(body === undefined ? {} : { body: readBody(body) }),
      }
      const at = platform.clock.now()
      const changed = await updateTemplate(dbOf(actor), actor.tenantId, templateId, written, at).catch(
        (error: unknown) => {
          throw refusal(error)
        },
      )
      if (!changed) throw unknownTemplate()
      return changed
    },

    async remove(actor: Actor, templateId: number): Promise<void> {
      if (!(await deleteTemplate(dbOf(actor), actor.tenantId, templateId))) throw unknownTemplate()
    },

    /** A subject and a text with what a record has to say. Throws `not_found`, `invalid_input` at `body`. */
    async fill(actor: Actor, form: FillMailTemplate): Promise<FilledMailTemplate> {
      const fill = await fillOf(actor, form)
      const missing = new Set<string>()
      const subject = fillSubject(form.subject, fill, missing)
      const body = fillRichText(readBody(form.body), fill, missing)
      return { subject, body, missing: [...missing] }
    },
  }
}

export type Templates = ReturnType<typeof createTemplates>
