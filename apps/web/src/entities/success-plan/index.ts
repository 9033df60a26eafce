export { completionText } from './completion.rules.ts'
export { PlanRow } from './plan-row.tsx'
export { type PlanView, plansKey, plansQuery, recordPlansQuery, refreshPlans } from './plan.calls.ts'
