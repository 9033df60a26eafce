export { ChurnDialog } from './churn-dialog.tsx'
export { draftOf } from './churn-draft.ts'
export { churnReasonField, churnText } from './churn-text.ts'
