import { invalid } from '../../platform/errors.ts'
import { reckoningIn } from '../currency/index.ts'
import { columnOf, type ReadRuleContext } from '../record-rule/index.ts'

/** Where a contact `r` says their language. */
export interface LanguageColumn {
  /** Its value as text. */
  sql: string
  /** The value as people read it. */
  nameOf(value: string): string
}

/** The languages of contacts, by a field of theirs that holds a text or one option. */
export function createContactLanguages(rules: { readContext: ReadRuleContext }) {
  async function find(tenantId: number, name: string): Promise<LanguageColumn | undefined> {
    const context = await rules.readContext(tenantId)
    const field = context.catalogueOf(3).find(name)
    const column = field && columnOf(field, 'r', reckoningIn(context.book, context.book.standard))
    const isText = column?.storage === 'text'
    if (!field || !column || !(isText || field.dataType === 'singlePicklist')) return undefined
    const options = new Map(field.options.map((option) => [String(option.id), option.value]))
    return { sql: `(${column.sql})::text`, nameOf: (value) => options.get(value) ?? value }
  }

  return {
    /** Undefined where the company has chosen none, or the field is gone. */
    columnOf: async (tenantId: number, name: string | null): Promise<LanguageColumn | undefined> =>
      name === null ? undefined : find(tenantId, name),

    /** Error: invalid_input at languageField. */
    async check(tenantId: number, name: string): Promise<void> {
      if (await find(tenantId, name)) return
      throw invalid('survey.language', {
        languageField: 'Choose a contact field of type text or single option.',
      })
    },
  }
}

export type ContactLanguages = ReturnType<typeof createContactLanguages>
