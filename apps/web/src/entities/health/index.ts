export { Confidence } from './confidence.tsx'
export { FactorBar } from './factor-bar.tsx'
export { HealthBadge, HealthMark, type HealthWord } from './health-badge.tsx'
export { HealthChange } from './health-change.tsx'
export { HealthFigure, HealthTrend } from './health-figure.tsx'
export { chosenHealth, healthWords, toggledHealth } from './health-filter.rules.ts'
export { healthOf } from './health-hover.ts'
export { HealthLayer } from './health-layer.tsx'
export { HealthSentence } from './health-sentence.tsx'
export { valuesText } from './movement-words.rules.ts'
export { NoScore } from './no-score.tsx'
export {
  type Bounds,
  partText,
  periodWords,
  scoreText,
  shareText,
  signedPartText,
  statusWithin,
} from './score-words.ts'
export {
  refreshScores,
  scoreBandsQuery,
  scoreHistoryQuery,
  scoreMovementQuery,
  scoreQuery,
} from './score.calls.ts'
export { linesOf, mostPoints, type TrendStep, trendSteps, versionMarks } from './trend-steps.rules.ts'
export { daysBefore, startOfDay, utcToday } from './utc-day.rules.ts'
