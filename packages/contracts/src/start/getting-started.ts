import { z } from 'zod'
import { demoStates, firstSteps, visitRoles, type FirstStep } from '../plain/getting-started.ts'

const isDone = z
  .boolean()
  .meta({ description: 'Whether it is done, by what exists beside the sample customers' })

export const gettingStartedSchema = z
  .object({
    steps: z.object(
      Object.fromEntries(firstSteps.map((step) => [step, isDone])) as Record<FirstStep, typeof isDone>,
    ),
    demo: z.enum(demoStates).meta({ description: 'Whether the sample customers are there' }),
  })
  .meta({ id: 'GettingStarted' })

export type GettingStarted = z.infer<typeof gettingStartedSchema>

export const demoSchema = z.object({ demo: z.enum(demoStates) })

const visitRoleSchema = z.enum(visitRoles, {
  error: () => `The role must be one of ${visitRoles.join(', ')}.`,
})

export const visitsSchema = z.object({
  roles: z.array(visitRoleSchema).meta({ description: 'Empty where this is not offered' }),
})

export const visitSchema = z.strictObject({
  role: visitRoleSchema.meta({ example: 'manager' }),
  refresh: z.enum(['cookie', 'body']).default('body').meta({
    description:
      "Where to put the refresh token: in a cookie that scripts can't read, or in the response, for programs.",
  }),
})

export type Visit = z.output<typeof visitSchema>
