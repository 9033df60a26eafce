export { draftKey, hasDraft, subscribeDrafts, writeDraft, type DraftOf } from './draft-store.ts'
export { useComposer, type Composer } from './use-composer.ts'
