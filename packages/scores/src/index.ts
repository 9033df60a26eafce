export {
  accountsKey,
  createScorer,
  evaluate,
  fromOf,
  keyOf,
  type Evaluation,
  type FindInput,
  type Part,
  type Scorer,
} from './evaluate.ts'
export { explain, heldDown, overrideKey, type Movement } from './explain.ts'
export {
  isUnscored,
  nextEntries,
  recomputes,
  scoreCauses,
  weightsOf,
  withOverride,
  type EntryOverride,
  type KeptPart,
  type ScoreCause,
  type ScoreEntry,
  type Situation,
} from './ledger.ts'
export {
  hundredths,
  isAccounts,
  isMissing,
  type AccountsValue,
  type Input,
  type InputValue,
} from './value.ts'
