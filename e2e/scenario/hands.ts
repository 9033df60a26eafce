/** The acts by which someone builds a scenario; with the mouse, or with the keyboard alone. */
export interface Hands {
  /** Opens a new scenario, and names it. */
  begin(name: string): Promise<void>
  /** Chooses the first node. */
  trigger(label: string): Promise<void>
  /** Adds a node behind another one; its panel is open afterwards. */
  add(after: string, label: string): Promise<void>
  /** Chooses an option of a short list in the open panel. */
  choose(field: string, option: string): Promise<void>
  /** Finds a choice by typing. */
  find(field: string, text: string): Promise<void>
  /** Replaces what a field says. */
  fill(field: string, text: string): Promise<void>
  /** Adds a group to a rule, of which all, any or none must hold, with one condition. */
  group(kind: string, condition: Asked): Promise<void>
  /** Adds a condition to a rule. */
  condition(condition: Asked): Promise<void>
  /** Saves, and waits for the page of the scenario. */
  save(): Promise<void>
}

/** A condition as its editor shows it. */
export interface Asked {
  field: string
  operator: string
  value?: string
}
