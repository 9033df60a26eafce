/** What is asked before something is taken away. */
export const questions = {
  turnOff: {
    title: 'Turn the second factor off?',
    description: 'From then on your password alone opens your account.',
    action: 'Turn off',
    danger: true,
  },
  newCodes: {
    title: 'Make new recovery codes?',
    description: 'The codes that you have now stop working.',
    action: 'Make new codes',
    danger: false,
  },
} as const

export type QuestionName = keyof typeof questions
