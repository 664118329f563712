// Who sits across begins to read a board at the end of its page.
export const showStart = () => {
  const { scrollHeight, classList } = document.documentElement;
  scrollTo(0, classList.contains("turned") ? scrollHeight : 0);
};
