const query = new URLSearchParams(location.search);

export const liveId = query.get('id') ?? '';
export const userId = query.get('userId') ?? '';
export const token = query.get('token') ?? '';
export const isMember = Boolean(userId && token);
export const isModerator = Boolean(token) && ['7001'].includes(userId);
export const isPromoted = /MicroMessenger\/|Version\/[\d.]+ (Mobile\/\w+ )?Safari\/[\d.]+$/.test(navigator.userAgent);
