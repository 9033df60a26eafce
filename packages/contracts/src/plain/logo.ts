/** The most records whose logos one call lists. */
export const mostLogos = 200
