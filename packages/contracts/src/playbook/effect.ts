import { z } from 'zod'
import { idSchema, instantSchema } from '../api.ts'
import { playbookEffectSchema } from './template.ts'

const groupSchema = z.object({
  records: z.int().meta({ description: 'Records with an outcome' }),
  mean: z.number().nullable().meta({ description: 'Change of the value, or share of records that churned' }),
})

/** Whether a playbook works, by records that ran it and records that were held out. */
export const playbookEffectReportSchema = z
  .object({
    measure: playbookEffectSchema,
    label: z.string().meta({ description: 'Of what is measured', example: 'Health score' }),
    treated: groupSchema,
    heldOut: groupSchema,
    hasEnough: z.boolean().meta({
      description:
        'Whether there are enough records to find an effect of half a standard deviation in four of five cases',
    }),
    difference: z
      .object({ value: z.number(), low: z.number(), high: z.number() })
      .nullable()
      .meta({ description: 'With the 95 % interval; null while there is not enough data' }),
    waiting: z.int().meta({ description: 'Records whose time is not up yet' }),
    withoutValue: z.int().meta({ description: 'Records without a value at the start or the end' }),
    contaminated: z
      .array(z.object({ id: idSchema, name: z.string(), heldOut: z.boolean(), reason: z.string() }))
      .meta({ description: 'Records that are left out because other playbooks ran on them; the first 100' }),
    contaminatedCount: z.int(),
    firstAssignedAt: instantSchema.nullable(),
  })
  .meta({ id: 'PlaybookEffectReport' })

export type PlaybookEffectReport = z.infer<typeof playbookEffectReportSchema>
