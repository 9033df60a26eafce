// Values of the two choices that are no field; API names begin with a letter.
export const leaveOutChoice = '-'
export const createChoice = '+'
