export const mostMutedChannels = 200
