export { ChooseWidgets } from './choose-widgets.tsx'
export { figuresQuery } from './stat-bar.calls.ts'
