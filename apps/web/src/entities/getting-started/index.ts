export {
  createDemo,
  deleteDemo,
  doneSteps,
  gettingStartedKey,
  gettingStartedQuery,
} from './getting-started.calls.ts'
