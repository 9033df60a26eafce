// The dialogs of a field, which load together: each is small, and its menu leads to all of them.
export { DeleteFieldDialog } from './delete/delete-field.dialog.tsx'
export { UsageDialog } from './delete/usage.dialog.tsx'
export { ChangeTypeDialog } from './type-change/change-type.dialog.tsx'
