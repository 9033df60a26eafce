/** The most of each that a level has, or a field. */
export const layoutLimits = { pins: 12, externalNames: 20, sections: 50 } as const

/** The last section, with all fields that no other section names. */
export const otherFieldsName = 'Other fields'
