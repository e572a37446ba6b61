"""Why a deal is unwinnable, as a person would argue, and what is forced in a winnable one."""
