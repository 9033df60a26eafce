export { bindRule, ruleSql, type BoundRule, type RuleSource } from './rule-source.binding.ts'
