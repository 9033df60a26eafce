import { z } from 'zod'
import { dataOf } from '../api.ts'
import { companyColorPattern } from '../plain/company-color.ts'

const colorSchema = z
  .string({ error: 'Enter a color, such as #0b5cad.' })
  .trim()
  .toLowerCase()
  .regex(companyColorPattern, 'Enter # and six digits from 0 to f, such as #0b5cad.')
  .nullable()
  .meta({
    example: '#0b5cad',
    description: "On pages that customers see, in a shade that can be read; null: Steward's color",
  })

export const saveAppearanceSchema = z.strictObject({ color: colorSchema })
export type SaveAppearance = z.output<typeof saveAppearanceSchema>

const appearanceSchema = z
  .object({ name: z.string().meta({ description: 'The name of the company' }), color: colorSchema })
  .meta({ id: 'CompanyAppearance' })

export type CompanyAppearance = z.output<typeof appearanceSchema>

export const readAppearanceSchema = dataOf(appearanceSchema)
