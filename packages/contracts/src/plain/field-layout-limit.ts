/** The most of each that a level has, or a field. */
export const layoutLimits = { pins: 12, externalNames: 20, sections: 50 } as const

/** What no section names is in a last section of this name. */
export const otherFieldsName = 'Other fields'
