/** Whether a write succeeded; logs its error. */
export const succeeded = (write: Promise<unknown>) =>
	write.then(
		() => true,
		(error) => {
			console.warn(`${error}`);
			return false;
		},
	);
