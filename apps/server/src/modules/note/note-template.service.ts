import {
  noteTemplateLimits,
  type ChangeNoteTemplate,
  type CreateNoteTemplate,
  type NoteTemplate,
} from '@steward/contracts/note'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, notFound, violatedConstraint } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import { readRich } from '../timeline/index.ts'
import { firstTemplates } from './note-template.rules.ts'
import {
  countTemplates,
  deleteTemplate,
  insertTemplates,
  listTemplates,
  lockTemplate,
  updateTemplate,
} from './note-template.store.ts'

/** Gives a new tenant the templates it begins with. */
export async function seedTemplates(tx: Tx, tenantId: number): Promise<void> {
  await insertTemplates(tx, tenantId, firstTemplates)
}

function refusal(error: unknown, name: string): unknown {
  if (violatedConstraint(error) !== 'note_template_name') return error
  const message = `There is already a template named "${name}". Choose another name.`
  return new AppError('conflict', 'note_template.name_taken', message, { name: message })
}

const bodyOf = (text: string): string => readRich(text, 'body').body ?? ''

async function lock(tx: Tx, actor: Actor, id: number): Promise<NoteTemplate> {
  const found = await lockTemplate(tx, actor.tenantId, id)
  if (!found) throw notFound('note_template.unknown', 'This template does not exist.')
  return found
}

/** What notes may begin with, which an administrator writes. */
export function createNoteTemplateService(platform: Platform, audit: AuditService) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  const note = (
    tx: Tx,
    actor: Actor,
    act: 'created' | 'changed' | 'deleted',
    summary: string,
    { templateId, name }: NoteTemplate,
    details: Record<string, unknown>,
  ) =>
    audit.write(tx, actor.tenantId, {
      action: `note_template.${act}`,
      summary,
      actor,
      subject: { kind: 'note_template', id: String(templateId), name },
      details,
    })

  const write = <T>(actor: Actor, name: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
    transact(dbOf(actor), work).catch((error: unknown) => {
      throw refusal(error, name)
    })

  return {
    /** By name. */
    list: (actor: Actor): Promise<NoteTemplate[]> => listTemplates(dbOf(actor), actor.tenantId),

    /** Errors: invalid_input `text.unsound` at body, conflict `note_template.name_taken`. */
    create: (actor: Actor, input: CreateNoteTemplate): Promise<NoteTemplate> =>
      write(actor, input.name, async (tx) => {
        if ((await countTemplates(tx, actor.tenantId)) >= noteTemplateLimits.templates) {
          const message = `There can be at most ${noteTemplateLimits.templates} templates. Delete one that is not used.`
          throw new AppError('conflict', 'note_template.too_many', message)
        }
        const made = { ...input, body: bodyOf(input.body) }
        const [templateId] = await insertTemplates(tx, actor.tenantId, [made])
        const template = { templateId: templateId as number, ...made }
        await note(tx, actor, 'created', `Added the note template ${input.name}`, template, { after: made })
        return template
      }),

    /** Changes what is given. Errors: not_found, and those of `create`. */
    change: (actor: Actor, id: number, change: ChangeNoteTemplate): Promise<NoteTemplate> =>
      write(actor, change.name ?? '', async (tx) => {
        const before = await lock(tx, actor, id)
        const after = {
          ...before,
          name: change.name ?? before.name,
          title: change.title ?? before.title,
          body: change.body === undefined ? before.body : bodyOf(change.body),
        }
        await updateTemplate(tx, actor.tenantId, after)
        await note(tx, actor, 'changed', `Changed the note template ${before.name}`, after, { before, after })
        return after
      }),

    /** Notes that began with it stay as they are. */
    remove: (actor: Actor, id: number): Promise<void> =>
      write(actor, '', async (tx) => {
        const before = await lock(tx, actor, id)
        await deleteTemplate(tx, actor.tenantId, id)
        await note(tx, actor, 'deleted', `Deleted the note template ${before.name}`, before, { before })
      }),
  }
}

export type NoteTemplateService = ReturnType<typeof createNoteTemplateService>
