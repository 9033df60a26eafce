import about from '../../package.json' with { type: 'json' }

/** The version of these sources, as the changelog names it. */
export const release: string = about.version
