import type { Condition, Rule } from '@steward/conditions'

/** How the parts of a group go together. */
export const groupKinds = ['all', 'any', 'none'] as const
export type GroupKind = (typeof groupKinds)[number]

/** A condition; with a fault it is unfinished, and the rule must not be saved. */
export type Leaf = { key: number; condition: Condition; fault?: string }
export type Group = { key: number; kind: GroupKind; parts: readonly Part[] }
/** A rule as it is built: every part has a key that it keeps whatever happens around it. */
export type Part = Leaf | Group

/** Groups within groups, the outermost counted; rules from elsewhere may be deeper. */
export const deepest = 4

let lastKey = 0
const nextKey = () => (lastKey += 1)

export const isGroup = (part: Part): part is Group => 'parts' in part

export function newLeaf(condition: Condition, fault?: string): Leaf {
  return { key: nextKey(), condition, fault }
}

export function newGroup(kind: GroupKind, parts: readonly Part[] = []): Group {
  return { key: nextKey(), kind, parts }
}

function partOf(rule: Rule): Part {
  if ('and' in rule) return newGroup('all', rule.and.map(partOf))
  if ('or' in rule) return newGroup('any', rule.or.map(partOf))
  if (!('not' in rule)) return newLeaf(rule)
  const { not } = rule
  return newGroup('none', 'or' in not ? not.or.map(partOf) : [partOf(not)])
}

/** A rule as a group to build on. */
export function groupOf(rule: Rule): Group {
  const part = partOf(rule)
  return isGroup(part) ? part : newGroup('all', [part])
}

function ruleOf(group: Group, rules: Rule[]): Rule {
  if (group.kind === 'all' || rules.length === 0) return { and: rules }
  return group.kind === 'any' ? { or: rules } : { not: { or: rules } }
}

export function hasConditions(group: Group): boolean {
  return group.parts.some((part) => !isGroup(part) || hasConditions(part))
}

/**
 * The rule that a group stands for; the other way round from `groupOf`. Unfinished conditions are in it as they
 * are, so that the server refuses them: ask `unfinishedIn` before saving.
 */
export function ruleOfGroup(group: Group): Rule {
  const rules = group.parts.flatMap((part) => {
    if (!isGroup(part)) return [part.condition]
    return hasConditions(part) ? [ruleOfGroup(part)] : []
  })
  return ruleOf(group, rules)
}

/** The rule without what is unfinished: what can be asked while the rule is being built. */
export function finishedRuleOf(group: Group): Rule {
  const rules = group.parts.flatMap((part) => {
    if (!isGroup(part)) return part.fault === undefined ? [part.condition] : []
    const rule = finishedRuleOf(part)
    return 'and' in rule && rule.and.length === 0 ? [] : [rule]
  })
  return ruleOf(group, rules)
}

/** The first part that is unfinished: a condition that can't be applied, or a group without conditions. */
export function unfinishedIn(root: Group): Part | undefined {
  for (const part of root.parts) {
    if (!isGroup(part)) {
      if (part.fault !== undefined) return part
    } else if (part.parts.length === 0) return part
    else {
      const inner = unfinishedIn(part)
      if (inner) return inner
    }
  }
  return undefined
}

/** The group with every part under `key` replaced by what `change` gives; none takes it out. */
function changed(group: Group, key: number, change: (part: Part) => readonly Part[]): Group {
  const parts = group.parts.flatMap((part) => {
    if (part.key === key) return change(part)
    return isGroup(part) ? [changed(part, key, change)] : [part]
  })
  return { ...group, parts }
}

/** Puts a part at the end of the group under `key`. */
export function withPart(root: Group, key: number, added: Part): Group {
  if (root.key === key) return { ...root, parts: [...root.parts, added] }
  return changed(root, key, (part) => (isGroup(part) ? [{ ...part, parts: [...part.parts, added] }] : [part]))
}

/** Has the group under `key` ask for all, any or none of its parts. */
export function withKind(root: Group, key: number, kind: GroupKind): Group {
  if (root.key === key) return { ...root, kind }
  return changed(root, key, (part) => (isGroup(part) ? [{ ...part, kind }] : [part]))
}

/** Puts what was edited into the condition under `key`. */
export function withDraft(root: Group, key: number, { condition, fault }: Omit<Leaf, 'key'>): Group {
  return changed(root, key, (part) => (isGroup(part) ? [part] : [{ ...part, condition, fault }]))
}

/** The group with the condition under `key`, if it is unfinished, as it was before; a new one goes. */
export function takenBack(root: Group, key: number, before: Leaf | undefined): Group {
  return changed(root, key, (part) => {
    if (isGroup(part) || part.fault === undefined) return [part]
    return before && before.fault === undefined ? [before] : []
  })
}

export function without(root: Group, key: number): Group {
  return changed(root, key, () => [])
}
