export const maxMutedChannels = 200
